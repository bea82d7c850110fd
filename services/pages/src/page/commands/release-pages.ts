import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import { exists, ownerOf } from '../domain/page.ts';
import { isBeingRewritten } from '../rewriting/keep-stream.ts';
import { writeAnew } from '../rewriting/write-anew.ts';
import { picturesOf } from './delete-page.ts';
import { type CommandPorts, handlePageCommand } from './page-commands.ts';
import { leads } from './page-of-card.ts';
import { removeImage } from './pictures.ts';

/**
 * Releases the pages of an erased account for the next owner, without a trace of the former owner in them or in their
 * history, and deletes the pictures the account uploaded. Views and clicks stay, because they contain no data of the
 * account. Can be repeated at any point, and run by several processes at once.
 */
export async function releasePagesOf(ports: CommandPorts, userId: string, correlationId: string): Promise<void> {
  const meta: CommitMeta = { actor: 'system', correlationId };
  for (const uid of await ports.queries.ownedPages(userId)) await releasePage(ports, uid, userId, meta);
  const images = await ports.queries.unusedBut(await ports.queries.imagesOf(userId), undefined);
  for (const path of images) await removeImage(ports, path, meta);
}

/** Releases cards that lead to a page which has left their owner, so that they can be claimed again. */
export async function releaseDeadCards(ports: CommandPorts, meta: CommitMeta): Promise<number> {
  let released = 0;
  for (const card of await ports.queries.leadingCards()) {
    const [target] = await ports.pagesByUid([card.card.leadsTo?.uid ?? '']);
    const ownerId = ownerOf(card);
    if (ownerId === undefined || (target !== undefined && leads(card, target.page))) continue;
    await releasePage(ports, card.uid, ownerId, meta);
    released += 1;
  }
  return released;
}

/** As often as a page may change hands, and its history be rewritten, between two attempts. */
const ATTEMPTS = 5;

async function releasePage(ports: CommandPorts, uid: string, ownerId: string, meta: CommitMeta): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const at = ports.clock();
    const command = { type: 'ReleasePage', data: { ownerId, at: at.toISOString() } } as const;
    const { state, position } = await handlePageCommand(ports, uid, command, { commandId: ports.newId(), meta, at });
    if (position !== undefined && !(await ports.waitForViews(position))) throw new DomainError('UNAVAILABLE');
    if (exists(state)) {
      if (state.sealed) await clearSealedPage(ports, uid, meta);
      return;
    }
    // The page was being given to the account, which owns it as soon as it is restored.
    if (state.status === 'deleted' || !(await isBeingRewritten(ports.eventStore, uid))) return;
    await writeAnew(ports, uid, meta);
  }
  throw new DomainError('CONFLICT');
}

/**
 * Removes the content of the former owner from a sealed page: the pictures it showed, then its history. If this process
 * ends in between, the maintenance run does the same.
 */
export async function clearSealedPage(ports: CommandPorts, uid: string, meta: CommitMeta): Promise<void> {
  const pictures = await picturesOf(ports.eventStore, uid);
  // Before the history, which tells which pictures to delete.
  for (const path of await ports.queries.unusedBut(pictures, undefined)) await removeImage(ports, path, meta);
  await writeAnew(ports, uid, meta);
}
