import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { parsePassword } from '../user/password.ts';
import type { Caller } from './caller.ts';
import { type CheckPasswordParts, checkPassword } from './check-password.ts';
import { repeatableId } from './repeatable-id.ts';
import { type CommandParts, sendToUser } from './send-to-user.ts';

export interface ChangePasswordParts extends CommandParts, CheckPasswordParts {
  readonly refreshSessionsOf: (userId: string) => Promise<void>;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Sets a new password and ends every other session of the person. @throws DomainError WRONG_PASSWORD */
export async function changePassword(
  parts: ChangePasswordParts,
  { currentPassword, newPassword }: PasswordChange,
  { userId, sessionId }: Viewer,
  { address, correlationId, idempotencyKey }: Caller,
): Promise<void> {
  if (currentPassword === '' || newPassword === '') throw new DomainError('FIELDS_REQUIRED');
  const password = parsePassword(newPassword);
  const commandId = repeatableId(parts.newId, idempotencyKey, 'change-password', userId);
  const doneBefore = idempotencyKey !== undefined && (await parts.store.findCommand(commandId)) !== undefined;
  if (!doneBefore) {
    const { passwordHash: checkedHash } = await checkPassword(parts, userId, currentPassword, address);
    const passwordHash = await parts.passwords.hash(password);
    const data = { checkedHash, passwordHash, sessionId, at: parts.clock().toISOString() };
    await sendToUser(parts, userId, { type: 'ChangePassword', data }, { actor: userId, correlationId }, commandId);
  }
  // Also where it was done before: the caller may be trying again after a call that was cut off here.
  await parts.refreshSessionsOf(userId);
}
