import { DomainError } from '@volant/infra/errors/domain-error';
import { tooMany } from '@volant/infra/errors/too-many';
import type { PageRecord } from '../views/pages/page-queries.ts';
import { type Caller, type CommandPorts, sendToPage, settled } from './page-commands.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Makes the caller the owner of a page. Of several concurrent claims exactly one wins, by the version of the page's
 * stream. Failures are limited, because a guessed id could take a stranger's card.
 * @param reference id in any spelling, or the card's URL
 */
export async function claimPage(ports: CommandPorts, reference: string, caller: Caller): Promise<PageRecord> {
  const { userId } = caller.actor;
  const failures = `pages:failed-claims:${userId}`;
  const verdict = await ports.cache.take(failures, ports.limits.failedClaimsPerHour, HOUR_MS);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterMs);
  try {
    const uid = await ports.ids.find(reference);
    if (uid === undefined) throw new DomainError('PAGE_NOT_FOUND');
    const claimedAt = ports.clock().toISOString();
    const handled = await sendToPage(ports, uid, { type: 'ClaimPage', data: { userId, claimedAt } }, caller);
    await ports.cache.giveBack(failures);
    return await settled(handled, ports);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'CONFLICT') await ports.cache.giveBack(failures);
    throw error;
  }
}
