import { DomainError } from '@volant/infra/errors/domain-error';
import { type Commit, type CommitMeta, type EventStore, VersionConflict } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import { poll } from '@volant/infra/process/waiting/poll';
import { pageDecider } from '../domain/decide.ts';
import { type PageRestored, pageCodec } from '../domain/events.ts';
import { type ExistingPage, exists, ownerOf, type Page, pageStream } from '../domain/page.ts';
import { keepStream, pageInKeepStream } from './keep-stream.ts';

type HistoryPorts = Pick<ServicePorts, 'eventStore' | 'clock' | 'newId'>;

/** Much longer than the work takes: after this, the process that began it is considered dead. */
const TAKEN_OVER_AFTER_MS = 60_000;
const PATIENCE_MS = 3_000;
const PAUSE_MS = 20;

/**
 * Rewrites the history of a sealed page: erases it and restarts it with the present page, so that no content of a
 * former owner remains. Meanwhile the page is kept in a stream of its own; writing to that stream assigns the work to
 * one process, and another one continues from it if that process dies.
 * @returns the position of the page's new beginning; undefined if there was nothing to do
 * @throws DomainError CONFLICT if another process does not finish the work
 */
export async function writeAnew(ports: HistoryPorts, uid: string, meta: CommitMeta): Promise<number | undefined> {
  const taken = await poll(() => takeWork(ports, uid, meta), { everyMs: PAUSE_MS, withinMs: PATIENCE_MS });
  if (taken === undefined) throw new DomainError('CONFLICT');
  return taken === 'done' ? undefined : finish(ports, uid, taken, meta);
}

type StoredPage = PageRestored['data'];

/** Undefined while another process does the work. */
async function takeWork(ports: HistoryPorts, uid: string, meta: CommitMeta): Promise<StoredPage | 'done' | undefined> {
  const { eventStore, clock } = ports;
  const last = (await eventStore.readStream(keepStream(uid))).at(-1);
  const stored = pageInKeepStream(last);
  const goesOn = last !== undefined && clock().getTime() - Date.parse(last.at) < TAKEN_OVER_AFTER_MS;
  if (stored !== undefined && goesOn) return undefined;

  const page = await loadPage(eventStore, uid);
  if (page.status === 'deleted') return 'done';
  // The stored page counts only if the page is gone: an older one may have been left behind.
  const keep = exists(page) ? snapshotOf(page) : stored;
  if (keep === undefined || (exists(page) && !page.sealed && stored === undefined)) return 'done';
  if ((await append(ports, keepStream(uid), last, keep, meta)) === undefined) return undefined;
  // Another process may have finished between the two reads above.
  const now = await loadPage(eventStore, uid);
  if (exists(now) ? now.sealed : stored !== undefined) return keep;
  await eventStore.eraseStream(keepStream(uid), meta, clock().toISOString());
  return 'done';
}

async function finish(
  ports: HistoryPorts,
  uid: string,
  stored: StoredPage,
  meta: CommitMeta,
): Promise<number | undefined> {
  const { eventStore, clock } = ports;
  const stream = pageStream(uid);
  await eventStore.eraseStream(stream, meta, clock().toISOString());
  const erased = (await eventStore.readStream(stream)).at(-1);
  const restored = await append(ports, stream, erased, stored, meta);
  await eventStore.eraseStream(keepStream(uid), meta, clock().toISOString());
  return restored?.position;
}

async function loadPage(store: EventStore, uid: string): Promise<Page> {
  return (await loadStream(store, pageDecider, pageCodec, pageStream(uid))).state;
}

/** Undefined if another process was faster. */
async function append(
  { eventStore, clock, newId }: HistoryPorts,
  streamId: string,
  last: Commit | undefined,
  data: StoredPage,
  meta: CommitMeta,
): Promise<Commit | undefined> {
  try {
    const { commit } = await eventStore.append({
      streamId,
      expectedVersion: last?.version ?? 0,
      commandId: newId(),
      events: [{ id: newId(), type: 'PageRestored', schema: pageCodec.schemaOf('PageRestored'), data }],
      meta,
      at: clock().toISOString(),
    });
    return commit;
  } catch (error) {
    if (error instanceof VersionConflict) return undefined;
    throw error;
  }
}

function snapshotOf(page: ExistingPage): StoredPage {
  const { status: _, named: __, sealed: ___, handover: ____, ...facts } = page;
  return { ...facts, ownerId: ownerOf(page) ?? null, claimedAt: page.status === 'owned' ? page.claimedAt : null };
}
