import { DomainError } from '@volant/infra/errors/domain-error';
import { type Caller, type CommandPorts, sendToPage, settled } from '../page/commands/page-commands.ts';
import type { PageRecord } from '../page/view/page-queries.ts';
import { limitFailures } from './limit-failures.ts';

/**
 * Makes the caller the owner of a page. Of several concurrent claims exactly one wins, by the version of the page's
 * stream.
 * @param reference id in any spelling, or the card's URL
 */
export async function claimPage(ports: CommandPorts, reference: string, caller: Caller): Promise<PageRecord> {
  const { userId } = caller.actor;
  const handled = await limitFailures(ports, caller, async () => {
    const uid = await ports.ids.find(reference);
    if (uid === undefined) throw new DomainError('PAGE_NOT_FOUND');
    const claimedAt = ports.clock().toISOString();
    return sendToPage(ports, uid, { type: 'ClaimPage', data: { userId, claimedAt } }, caller);
  });
  return settled(handled, ports);
}
