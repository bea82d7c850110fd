import { DomainError } from '@volant/infra/errors/domain-error';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import type { IdentityParts } from '../user/commands/parts.ts';
import { sendIfKnown } from '../user/commands/send-to-user.ts';
import { readLinkToken } from '../user/credentials/link-tokens.ts';
import { EVERY_WEEK } from './week-mail.ts';

/**
 * Ends the weekly letter of the account that the mailed link names. Succeeds as often as the link is used, also once
 * the account is erased. A limit would refuse mail services, which call for many people from one network; only a link
 * that was mailed writes anything, and once.
 * @throws DomainError UNSUBSCRIBE_INVALID
 */
export async function unsubscribe(parts: IdentityParts, token: string, { correlationId }: Caller): Promise<void> {
  const claimed = readLinkToken(token);
  const expected = claimed && parts.weekTokens.tokenFor(claimed.userId, EVERY_WEEK).tokenHash;
  if (claimed === undefined || claimed.tokenHash !== expected) throw new DomainError('UNSUBSCRIBE_INVALID');
  const { userId } = claimed;
  const data = { on: false, language: DEFAULT_LANGUAGE, at: parts.clock().toISOString() } as const;
  await sendIfKnown(parts, userId, { type: 'ChooseWeeklyLetter', data }, { actor: userId, correlationId });
}
