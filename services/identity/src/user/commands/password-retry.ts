import { DomainError } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import { slicesOf } from '@volant/infra/event-store/stream-slices';
import type { Turn } from '../credentials/gate.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { PasswordChanged, UserEvent } from '../domain/events.ts';
import { userCodec } from '../domain/events.ts';
import { passwordForms } from '../domain/password.ts';

/** The commit of an earlier request with this key; undefined without a key or on the first attempt. */
export async function doneBefore(
  store: Pick<EventStore, 'findCommand'>,
  idempotencyKey: string | undefined,
  commandId: string,
): Promise<Commit | undefined> {
  return idempotencyKey === undefined ? undefined : store.findCommand(commandId);
}

/** Whether this attempt set the password, rather than a faster one with the same key. */
export function isMade(events: readonly UserEvent[], passwordHash: string): boolean {
  return events.some((event) => event.type === 'PasswordChanged' && event.data.passwordHash === passwordHash);
}

/**
 * Refuses a key that was used with another new password before. A password may be stored only as its hash, and must not
 * be part of an id made from the request, so the stored hash is compared. The caller must have counted the guess.
 * @param events of the earlier command
 * @throws DomainError IDEMPOTENCY_KEY_REUSED
 */
export async function requireSamePassword(
  passwords: Passwords,
  events: readonly UserEvent[],
  password: string,
  turn: Turn,
): Promise<void> {
  const changed = events.find((event): event is PasswordChanged => event.type === 'PasswordChanged');
  if (changed === undefined || !(await passwords.matches(changed.data.passwordHash, [password], turn))) {
    throw new DomainError('IDEMPOTENCY_KEY_REUSED');
  }
}

/**
 * Does the same for the password that was current before that commit.
 * @throws DomainError IDEMPOTENCY_KEY_REUSED
 */
export async function requireSameFormerPassword(
  { passwords, store }: { readonly passwords: Passwords; readonly store: Pick<EventStore, 'readSlice'> },
  { streamId, version }: Commit,
  password: string,
  turn: Turn,
): Promise<void> {
  let former: string | undefined;
  for await (const commits of slicesOf(store, streamId)) {
    const before = commits.filter((commit) => commit.version < version);
    for (const event of eventsOf(userCodec, before)) {
      if (event.type === 'UserSignedUp' || event.type === 'PasswordChanged') former = event.data.passwordHash;
    }
    if ((commits.at(-1)?.version ?? 0) >= version) break;
  }
  if (!(await passwords.matches(former, passwordForms(password), turn))) {
    throw new DomainError('IDEMPOTENCY_KEY_REUSED');
  }
}
