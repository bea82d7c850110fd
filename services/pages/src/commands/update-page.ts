import { DomainError } from '@volant/infra/errors/domain-error';
import type { UpdatePage } from '../page/decide.ts';
import type { PageRecord } from '../views/pages/page-queries.ts';
import { type Caller, type CommandPorts, sendToPage, settled } from './page-commands.ts';

export type PageChanges = Omit<UpdatePage['data'], 'actor' | 'at'>;

/** @param reference id in any writing, or the card's address */
export async function updatePage(
  ports: CommandPorts,
  reference: string,
  changes: PageChanges,
  expectedVersion: number | undefined,
  caller: Caller,
): Promise<PageRecord> {
  const uid = await ports.ids.find(reference);
  if (uid === undefined) throw new DomainError('PAGE_NOT_FOUND');
  const data = { ...changes, actor: caller.actor, at: ports.clock().toISOString() };
  return settled(await sendToPage(ports, uid, { type: 'UpdatePage', data }, caller, expectedVersion), ports);
}
