import { DomainError } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { CommitMeta, EventStore } from '@volant/infra/event-store/event-store';
import { slicesOf } from '@volant/infra/event-store/stream-slices';
import { idsIn, type PageEvent, pageCodec } from '../domain/events.ts';
import { pageStream } from '../domain/page.ts';
import { keepStream } from '../rewriting/keep-stream.ts';
import { type Caller, type CommandPorts, handlePageCommand, metaOf, repeatable } from './page-commands.ts';
import { removeImage } from './pictures.ts';

/**
 * Deletes a page with its events, ids and pictures; other services do the same when its deletion is published.
 * @param reference id in any spelling, or the card's URL
 */
export async function deletePage(ports: CommandPorts, reference: string, caller: Caller): Promise<void> {
  const uid = await ports.ids.find(reference);
  if (uid === undefined) throw new DomainError('PAGE_NOT_FOUND');
  const at = ports.clock();
  const context = { commandId: repeatable(ports, caller, 'DeletePage', uid), meta: metaOf(caller), at };
  const command = { type: 'DeletePage', data: { actor: caller.actor, at: at.toISOString() } } as const;
  const done = await handlePageCommand(ports, uid, command, context);
  // From here on the page is invisible; if this process ends, the maintenance run finishes the rest.
  if (done.position !== undefined) await ports.waitForViews(done.position);
  await clearDeletedPage(ports, uid, context.meta);
}

/** Clears the remains of a deleted page. Can be repeated at any point, and run by several processes at once. */
export async function clearDeletedPage(ports: CommandPorts, uid: string, meta: CommitMeta): Promise<void> {
  const { ids, images, last } = await tracesOf(ports.eventStore, uid);
  if (last !== 'PageDeleted') return;
  for (const path of await ports.queries.unusedBut([...images], uid)) await removeImage(ports, path, meta);
  // Before the events, which tell which ids to release.
  for (const id of ids) await ports.ids.release(id, uid);
  await ports.eventStore.eraseStream(keepStream(uid), meta, ports.clock().toISOString());
  await ports.eventStore.eraseStream(pageStream(uid), meta, ports.clock().toISOString());
}

/** Every picture in the history of a page. */
export async function picturesOf(store: Pick<EventStore, 'readSlice'>, uid: string): Promise<readonly string[]> {
  return [...(await tracesOf(store, uid)).images];
}

/** Every id and picture the page ever had, and the type of its last event. */
async function tracesOf(store: Pick<EventStore, 'readSlice'>, uid: string) {
  const ids = new Set<string>();
  const images = new Set<string>();
  let last: PageEvent['type'] | undefined;
  for await (const commits of slicesOf(store, pageStream(uid))) {
    for (const event of eventsOf(pageCodec, commits)) {
      for (const id of idsIn(event)) ids.add(id);
      if ('avatar' in event.data && event.data.avatar) images.add(event.data.avatar);
      last = event.type;
    }
  }
  return { ids, images, last };
}
