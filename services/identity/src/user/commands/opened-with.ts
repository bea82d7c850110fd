import type { Commit, StoredEvent } from '@volant/infra/event-store/event-store';
import { OPERATOR } from '../credentials/gate.ts';
import { createPasswords } from '../credentials/passwords.ts';
import type { UserSignedUp } from '../domain/events.ts';
import { userCodec } from '../domain/events.ts';
import { passwordForms } from '../domain/password.ts';

/** Address and password that an account was opened with. */
export interface Opening {
  readonly email: string;
  readonly password: string;
}

/**
 * Ids of the accounts opened with one of these pairs of address and password, even if either has changed since. Views
 * keep only the current state, so this reads the history from its beginning.
 */
export async function accountsOpenedWith(
  openings: readonly Opening[],
  history: AsyncIterable<readonly Pick<Commit, 'events'>[]>,
): Promise<readonly string[]> {
  const passwords = createPasswords();
  const passwordOf = new Map(openings.map(({ email, password }) => [email, password]));
  const found: string[] = [];
  for await (const commits of history) {
    for (const { userId, email, passwordHash } of commits.flatMap(({ events }) => events.flatMap(signUpIn))) {
      const password = passwordOf.get(email);
      if (password !== undefined && (await passwords.matches(passwordHash, passwordForms(password), OPERATOR)))
        found.push(userId);
    }
  }
  return found;
}

function signUpIn(stored: StoredEvent): readonly UserSignedUp['data'][] {
  const event = stored.type === 'UserSignedUp' ? userCodec.read(stored) : undefined;
  return event?.type === 'UserSignedUp' ? [event.data] : [];
}
