import { DomainError } from '@volant/infra/errors/domain-error';
import { requireAccount } from '../page/commands/make-pages.ts';
import {
  type Caller,
  type CommandPorts,
  findPage,
  type Handled,
  loadPage,
  sendToPage,
  settled,
} from '../page/commands/page-commands.ts';
import type { PageCommands } from '../page/domain/decide.ts';
import type { ExistingPage } from '../page/domain/page.ts';
import { isAllowedPublicId } from '../page/domain/page-id.ts';
import type { PageRecord } from '../page/view/page-queries.ts';

export type Administration = Omit<PageCommands['AdministerPage'], 'actor' | 'at'>;

/**
 * Changes id, state, name and owner of a page in one commit.
 * @param reference id in any spelling, or the card's URL
 * @throws DomainError PAGE_NOT_FOUND, PAGE_ID_INVALID, PAGE_ID_TAKEN, OWNER_NOT_FOUND, PAGE_CHANGED
 */
export async function administerPage(
  ports: CommandPorts,
  reference: string,
  changes: Administration,
  expectedVersion: number | null | undefined,
  caller: Caller,
): Promise<PageRecord> {
  const { publicId, ownerId } = changes;
  if (publicId !== undefined && !isAllowedPublicId(publicId))
    throw new DomainError('PAGE_ID_INVALID', { field: 'newId' });
  const present = await findPage(ports, reference);
  if (present === undefined) throw new DomainError('PAGE_NOT_FOUND');
  const { uid } = present.page;
  if (ownerId !== undefined) await requireAccount(ports, ownerId);

  const data = { ...changes, actor: caller.actor, at: ports.clock().toISOString() };
  const send = () => sendToPage(ports, uid, { type: 'AdministerPage', data }, caller, expectedVersion);
  const handled =
    publicId === undefined || has(present.page, publicId) ? await send() : await withNewId(ports, uid, publicId, send);
  return settled(handled, ports);
}

async function withNewId(
  ports: CommandPorts,
  uid: string,
  publicId: string,
  send: () => Promise<Handled>,
): Promise<Handled> {
  if (!(await ports.ids.reserve(publicId, uid))) throw new DomainError('PAGE_ID_TAKEN', { field: 'newId' });
  try {
    const handled = await send();
    await ports.ids.confirm(publicId, uid);
    return handled;
  } catch (error) {
    // Refused, so the page does not have the id, unless a concurrent request has just given it the same one. After an
    // outage the page may have the id, or get it later.
    const refused = error instanceof DomainError && error.code !== 'UNAVAILABLE';
    const now = refused ? await loadPage(ports, uid) : undefined;
    if (now !== undefined && !has(now.page, publicId)) await ports.ids.release(publicId, uid);
    throw error;
  }
}

/** Whether an id leads to the page, which keeps its former ids. */
function has({ publicId, previousIds }: ExistingPage, id: string): boolean {
  return [publicId, ...previousIds].some((known) => known.toLowerCase() === id.toLowerCase());
}
