import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import type { Logger } from '@volant/infra/process/observability/log';
import { clearDeletedPage } from '../commands/delete-page.ts';
import type { CommandPorts } from '../commands/page-commands.ts';
import { clearSealedPage, releaseDeadCards } from '../commands/release-pages.ts';
import { removeImage, UNUSED_IMAGE_KEPT_MS } from '../commands/upload-image.ts';
import { releaseGivenTooLate } from './given-too-late.ts';

/**
 * Clears data that is no longer needed: deleted pages, histories to be rewritten and pages given to erased accounts
 * that a process left unfinished, and pictures that no page shows. Several processes may run it at once.
 */
export async function runMaintenance(commands: CommandPorts, log: Logger): Promise<void> {
  const { eventStore, queries, clock, newId } = commands;
  // Late views would report a picture as unused that has just been given to a page.
  if (!(await commands.waitForViews(await eventStore.head()))) return;
  const meta: CommitMeta = { actor: 'system', correlationId: newId() };
  const before = (ms: number) => new Date(clock().getTime() - ms);

  const deleted = await queries.deletedPages();
  for (const uid of deleted) await clearDeletedPage(commands, uid, meta);
  const sealed = await queries.sealedPages();
  for (const uid of sealed) {
    try {
      await clearSealedPage(commands, uid, meta);
    } catch (error) {
      // Another process is rewriting the history, or was until a moment ago.
      if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error;
    }
  }
  const cards = await releaseDeadCards(commands, meta);
  const old = await queries.imagesOlderThan(before(UNUSED_IMAGE_KEPT_MS));
  const unused = await queries.unusedBut(old, undefined);
  for (const path of unused) await removeImage(commands, path, meta);
  // Last, because it may have to wait for another process; then the next run does it.
  await releaseGivenTooLate(commands);

  if (deleted.length + sealed.length + cards + unused.length > 0) {
    log.info({ pages: deleted.length, histories: sealed.length, cards, images: unused.length }, 'cleared away');
  }
}
