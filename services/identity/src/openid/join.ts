import { randomBytes } from 'node:crypto';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { spoken } from '@volant/proto/text/languages';
import { RESERVED_FOR } from '../user/commands/account-reservations.ts';
import { freeUsername } from '../user/commands/free-username.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { type Account, accountWithEmail, readAccount } from '../user/commands/read-account.ts';
import { ISSUER_ACTOR, register } from '../user/commands/register.ts';
import { isBreakGlass } from '../user/commands/role-in-force.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';
import { issuerReservation } from '../user/domain/account-keys.ts';
import { strangerAt } from '../user/limits/attempt-limits.ts';

interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** Verified by the issuer. */
  readonly email: string;
}

/** The account of a person who has signed in through the issuer before. */
export async function joinedAccount(
  { store }: IdentityParts,
  { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
): Promise<Account | undefined> {
  const owner = await store.reservations.ownerOf(issuerReservation(issuer, subject));
  const account = owner === undefined ? undefined : await readAccount(store, owner);
  return account?.issued?.issuer === issuer && account.issued.subject === subject ? account : undefined;
}

/**
 * Joins the account with the person's address, or a new one: reserve → append → confirm. The follow-up finishes or frees
 * an interrupted one.
 * @throws DomainError ISSUER_UNPROVED, ISSUER_OTHER_PERSON
 */
export async function join(parts: IdentityParts, person: Person, caller: Caller): Promise<Account> {
  const { store, clock, issuer: provider } = parts;
  const { issuer, subject, email } = person;
  const meta = { actor: ISSUER_ACTOR, correlationId: caller.correlationId };
  const existing = await accountWithEmail(store, email);
  const other = () => new DomainError('ISSUER_OTHER_PERSON', { provider: provider?.name ?? '' });
  // It is for days on which the issuer is away or has been taken over.
  if (existing !== undefined && isBreakGlass(existing, parts.staffRules)) throw other();
  const userId = existing?.userId ?? (await open(parts, email, caller));
  const at = clock();
  const key = issuerReservation(issuer, subject);
  if (!(await store.reservations.reserve(key, userId, new Date(at.getTime() + RESERVED_FOR)))) throw other();
  const command = { type: 'JoinIssuer' as const, data: { issuer, subject, at: at.toISOString() } };
  try {
    await sendToUser(parts, userId, command, meta);
  } catch (error) {
    if (error instanceof DomainError) await store.reservations.release(key, userId);
    throw error instanceof DomainError && error.code === 'ISSUER_OTHER_PERSON' ? other() : error;
  }
  await store.reservations.confirm(key, userId);
  const account = await readAccount(store, userId);
  if (account === undefined) throw new DomainError('USER_NOT_FOUND');
  return account;
}

/** Opens an account whose password nobody knows; its person may choose one with a mailed link. */
async function open(parts: IdentityParts, email: string, caller: Caller): Promise<string> {
  const userId = parts.newId();
  const registration = {
    email,
    username: await freeUsername(parts, email),
    password: randomBytes(32).toString('base64url'),
    language: spoken(caller.language, 'mails'),
  };
  const meta = { actor: ISSUER_ACTOR, correlationId: caller.correlationId };
  await register(parts, registration, userId, meta, strangerAt(caller.address));
  return userId;
}
