import { DomainError, isRefusal } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { counted, type LoggedIn } from '../user/commands/authentication.ts';
import { openSession } from '../user/commands/open-session.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { doneBefore } from '../user/commands/password-retry.ts';
import { type Account, readAccount } from '../user/commands/read-account.ts';
import { expiresWith, sendToUser } from '../user/commands/send-to-user.ts';
import type { PassedPassword } from '../user/credentials/challenges.ts';
import { hashOfRecoveryCode } from '../user/credentials/recovery-codes.ts';
import { contextOfSecret, isTotpCode, plainCode, stepOfCode } from '../user/credentials/totp.ts';
import type { SecondFactor } from '../user/domain/second-factor.ts';

export interface ChallengeAnswer {
  readonly challenge: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string | null | undefined;
  /** Instead of a code: the credential of a passkey, as JSON. */
  readonly passkey?: string | null | undefined;
}

/**
 * Opens the session of a log-in whose password was right.
 * @throws DomainError SECOND_FACTOR_WRONG, SECOND_FACTOR_EXPIRED, PASSKEY_WRONG, PASSKEY_COPIED, TOO_MANY_REQUESTS
 */
export function answerChallenge(parts: IdentityParts, answer: ChallengeAnswer, caller: Caller): Promise<LoggedIn> {
  return counted(parts, open(parts, answer, caller));
}

async function open(parts: IdentityParts, answer: ChallengeAnswer, caller: Caller): Promise<LoggedIn> {
  const { challenge } = answer;
  const code = plainCode(answer.code ?? '');
  const credential = answer.passkey ?? '';
  if (challenge === '' || (code === '' && credential === '')) throw new DomainError('FIELDS_REQUIRED');
  const passed = parts.challenges.read(challenge);
  const account = passed && (await readAccount(parts.store, passed.userId));
  if (passed === undefined || account === undefined || !isStillOpen(passed, account)) {
    throw new DomainError('SECOND_FACTOR_EXPIRED');
  }
  const { userId } = account;
  const { correlationId, idempotencyKey } = caller;
  const succeed = await parts.limits.takeSecondFactor(userId, challenge);
  const commandId = repeatableId(parts.newId, idempotencyKey, 'second-factor', userId, challenge, code, credential);
  if ((await doneBefore(parts.store, idempotencyKey, commandId)) === undefined) {
    const at = parts.clock().toISOString();
    const passkeys = account.secondFactor?.passkeys ?? [];
    const proof =
      credential === ''
        ? codeIn(parts, account, code)
        : { passkey: await parts.passkeys.proven(challenge, credential, passkeys) };
    const command = { type: 'PassSecondFactor' as const, data: { ...proof, at } };
    // A code counts only once. An answer of a passkey would count again, so any change since ends its challenge.
    const once = credential === '' ? {} : { expectedVersion: passed.userVersion };
    await sendToUser(parts, userId, command, { actor: userId, correlationId }, commandId, once).catch(
      (error: unknown) => {
        if (isRefusal(error, 'PASSKEY_COPIED'))
          parts.log.warn({ userId }, 'the counter of a passkey has not grown: it may have been copied');
        return expiresWith(error);
      },
    );
  }
  await succeed();
  const { userVersion, remember, device, issued } = passed;
  const again = repeatableId(parts.newId, idempotencyKey, 'second-factor session', userId, challenge);
  const session = { userId, userVersion, remember, correlationId, repeatableId: again, issued };
  const token = await openSession(parts, session);
  return { token, account, issued: issued !== undefined, device: parts.devices.markFor(account, device) };
}

/** Not after a new password, nor after the second factor was set up anew or removed. */
function isStillOpen({ userVersion }: PassedPassword, { passwordVersion, secondFactor }: Account): boolean {
  return secondFactor !== null && userVersion >= passwordVersion;
}

function codeIn(parts: IdentityParts, account: Account, typed: string) {
  const { userId, secondFactor } = account;
  if (!isTotpCode(typed)) return { recoveryHash: hashOfRecoveryCode(userId, typed) };
  const step = secondFactor?.totp && stepNow(parts, userId, secondFactor.totp, typed);
  if (typeof step !== 'number') throw new DomainError('SECOND_FACTOR_WRONG');
  return { step };
}

function stepNow(
  { sealer, clock, log }: IdentityParts,
  userId: string,
  { sealed }: NonNullable<SecondFactor['totp']>,
  code: string,
) {
  const secret = sealer.open(contextOfSecret(userId), sealed);
  if (secret === undefined)
    log.error({ userId }, 'no key opens the secret of a second factor: see VOLANT_SEALING_SECRETS');
  return secret && stepOfCode(secret, code, clock());
}
