import { DomainError } from '@volant/infra/errors/domain-error';
import type { Commit, CommitMeta, EventStore } from '@volant/infra/event-store/event-store';
import { type PageEvent, pageCodec } from '../page/events.ts';
import { pageStream } from '../page/page.ts';
import { keepStream } from '../page-history/kept-page.ts';
import { type Caller, type CommandPorts, handlePageCommand, repeatable } from './page-commands.ts';
import { removeImage } from './upload-image.ts';

/**
 * Deletes a page and all it left: its events, its ids, its pictures; the other
 * services do the same as soon as they hear of it.
 * @param reference id in any writing, or the card's address
 */
export async function deletePage(ports: CommandPorts, reference: string, caller: Caller): Promise<void> {
  const uid = await ports.ids.find(reference);
  if (uid === undefined) throw new DomainError('PAGE_NOT_FOUND');
  const { actor, correlationId } = caller;
  const at = ports.clock();
  const data = { actor, at: at.toISOString() };
  const context = {
    commandId: repeatable(ports, caller, 'DeletePage', uid),
    meta: { actor: actor.userId, correlationId },
    at,
  };
  const command = { type: 'DeletePage', data } as const;
  const done = await handlePageCommand(ports, uid, command, context);
  // From here on nobody sees the page; what follows is finished by the maintenance run if this process ends.
  if (done.position !== undefined) await ports.waitForViews(done.position);
  await clearDeletedPage(ports, uid, context.meta);
}

/** Clears away what a deleted page left. May be called again at any point, and by several at once. */
export async function clearDeletedPage(ports: CommandPorts, uid: string, meta: CommitMeta): Promise<void> {
  const events = (await ports.eventStore.readStream(pageStream(uid))).flatMap(readEvents);
  if (events.at(-1)?.type !== 'PageDeleted') return;
  const { ids, images } = tracesOf(events);
  for (const path of await ports.queries.unusedBut(images, uid)) await removeImage(ports, path, meta);
  // Before the events, which are what tells which ids they are.
  for (const id of ids) await ports.ids.release(id, uid);
  await ports.eventStore.eraseStream(keepStream(uid), meta, ports.clock().toISOString());
  await ports.eventStore.eraseStream(pageStream(uid), meta, ports.clock().toISOString());
}

/** Every picture that the history of a page tells of. */
export async function picturesOf(store: Pick<EventStore, 'readStream'>, uid: string): Promise<readonly string[]> {
  return tracesOf((await store.readStream(pageStream(uid))).flatMap(readEvents)).images;
}

function readEvents({ events }: Commit): readonly PageEvent[] {
  return events.flatMap((stored) => pageCodec.read(stored) ?? []);
}

/** Every id and picture the page ever had. */
function tracesOf(events: readonly PageEvent[]): { readonly ids: Set<string>; readonly images: string[] } {
  const ids = new Set<string>();
  const images = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'PageCreated' || type === 'PageRenamed' || type === 'PageRestored') ids.add(data.publicId);
    if (type === 'PageRestored') for (const id of data.previousIds) ids.add(id);
    if ((type === 'PageCreated' || type === 'PageEdited' || type === 'PageRestored') && data.avatar) {
      images.add(data.avatar);
    }
  }
  return { ids, images: [...images] };
}
