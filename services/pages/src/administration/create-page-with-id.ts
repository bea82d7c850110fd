import { DomainError } from '@volant/infra/errors/domain-error';
import { makePage, type NewPage, requireAccount } from '../page/commands/make-pages.ts';
import { type Caller, type CommandPorts, settled } from '../page/commands/page-commands.ts';
import { isAllowedPublicId } from '../page/domain/page-id.ts';
import type { PageRecord } from '../page/view/page-queries.ts';

/** Creates a page under an id chosen by the administrator. */
export async function createPageWithId(
  ports: CommandPorts,
  requestedId: string,
  page: NewPage,
  caller: Caller,
): Promise<PageRecord> {
  if (requestedId === '') throw new DomainError('PAGE_ID_REQUIRED');
  if (!isAllowedPublicId(requestedId)) throw new DomainError('PAGE_ID_INVALID');
  await requireAccount(ports, page.ownerId);
  return settled(await makePage(ports, page, caller, { purpose: 'page with id', requestedId }), ports);
}
