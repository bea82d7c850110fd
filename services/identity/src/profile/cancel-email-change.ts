import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError, isRefusal } from '@volant/infra/errors/domain-error';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import type { IdentityParts } from '../user/commands/parts.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';
import { readLinkToken } from '../user/credentials/link-tokens.ts';

/**
 * Cancels a pending change of address. Does nothing if it is already cancelled.
 * @param token of the link mailed to the present address; without it, the signed-in person cancels their own change
 * @throws DomainError UNAUTHENTICATED, EMAIL_CHANGE_INVALID, EMAIL_CHANGE_USED, EMAIL_CHANGE_EXPIRED
 */
export async function cancelEmailChange(
  parts: IdentityParts,
  token: string | undefined,
  viewer: Viewer | undefined,
  { address, correlationId }: Caller,
): Promise<void> {
  const { userId, cancelHash } = await whose(parts, token, viewer, address);
  const data = { ...(cancelHash === undefined ? {} : { cancelHash }), at: parts.clock().toISOString() };
  const meta = { actor: userId, correlationId };
  await sendToUser(parts, userId, { type: 'CancelEmailChange', data }, meta).catch((error: unknown) => {
    const gone = isRefusal(error, 'USER_NOT_FOUND');
    throw gone ? new DomainError('EMAIL_CHANGE_INVALID') : error;
  });
}

async function whose(
  { limits }: IdentityParts,
  token: string | undefined,
  viewer: Viewer | undefined,
  address: string,
): Promise<{ readonly userId: string; readonly cancelHash?: string }> {
  if (token === undefined) {
    if (viewer === undefined) throw new DomainError('UNAUTHENTICATED');
    return { userId: viewer.userId };
  }
  await limits.takeReset(address);
  const claimed = readLinkToken(token);
  if (claimed === undefined) throw new DomainError('EMAIL_CHANGE_INVALID');
  return { userId: claimed.userId, cancelHash: claimed.tokenHash };
}
