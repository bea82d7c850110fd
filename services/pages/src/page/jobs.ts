import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import type { Job } from '@volant/infra/features/feature';
import { clearDeletedPage } from './commands/delete-page.ts';
import { releaseGivenTooLate } from './commands/given-too-late.ts';
import type { CommandPorts } from './commands/page-commands.ts';
import { clearSealedPage, releaseDeadCards } from './commands/release-pages.ts';

/** A job that would take what late views do not show yet for unused, such as a picture just given to a page. */
export function whenViewsAreCurrent(
  { eventStore, waitForViews, newId }: CommandPorts,
  name: string,
  run: (meta: CommitMeta) => Promise<number>,
): Job {
  return {
    name,
    run: async () =>
      (await waitForViews(await eventStore.head())) ? run({ actor: 'system', correlationId: newId() }) : 0,
  };
}

/** Finishes what a process left unfinished. Several processes may run these jobs at once. */
export function jobsOfPages(ports: CommandPorts): readonly Job[] {
  const { queries, ids } = ports;
  return [
    {
      name: 'page ids',
      async run() {
        await ids.tidy();
        return 0;
      },
    },
    whenViewsAreCurrent(ports, 'pages', async (meta) => {
      const deleted = await queries.deletedPages();
      for (const uid of deleted) await clearDeletedPage(ports, uid, meta);
      return deleted.length;
    }),
    whenViewsAreCurrent(ports, 'histories', async (meta) => {
      const sealed = await queries.sealedPages();
      for (const uid of sealed) await clearIfFree(ports, uid, meta);
      return sealed.length;
    }),
    whenViewsAreCurrent(ports, 'cards', (meta) => releaseDeadCards(ports, meta)),
    {
      name: 'pages of erased accounts',
      async run() {
        await releaseGivenTooLate(ports);
        return 0;
      },
    },
  ];
}

async function clearIfFree(ports: CommandPorts, uid: string, meta: CommitMeta): Promise<void> {
  try {
    await clearSealedPage(ports, uid, meta);
  } catch (error) {
    // Another process is rewriting the history, or was until a moment ago.
    if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error;
  }
}
