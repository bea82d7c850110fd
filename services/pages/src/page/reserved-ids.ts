import { DomainError } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Claim, EventStore } from '@volant/infra/event-store/event-store';
import { loadStreams } from '@volant/infra/event-store/load-stream';
import type { Logger } from '@volant/infra/process/observability/log';
import { pageDecider } from './domain/decide.ts';
import { idsIn, pageCodec } from './domain/events.ts';
import { exists, pageStream, uidOfStream } from './domain/page.ts';
import { pageKey } from './domain/page-id.ts';
import { isBeingRewritten } from './rewriting/keep-stream.ts';

/** Much longer than any request takes: a lapsed reservation belongs to a request that died before its append. */
const UNCONFIRMED_MS = 60 * 60 * 1000;
const CHECKPOINT = 'page-id-reservations';
const BATCH = 500;

export interface IdOfPage {
  readonly publicId: string;
  readonly uid: string;
}

export function createReservedIds(store: EventStore, clock: () => Date, log: Logger) {
  const { reservations, checkpoints } = store;

  async function confirmAppended(): Promise<void> {
    for (;;) {
      const commits = await store.readAll(await checkpoints.load(CHECKPOINT), BATCH);
      const last = commits.at(-1);
      if (last === undefined) return;
      const given = commits.flatMap((commit) => {
        const uid = uidOfStream(commit.streamId);
        if (uid === undefined) return [];
        return eventsOf(pageCodec, [commit]).flatMap((event) => idsIn(event).map((publicId) => ({ publicId, uid })));
      });
      await confirmThose(given);
      await checkpoints.save(CHECKPOINT, last.position);
    }
  }

  async function confirmThose(given: readonly IdOfPage[]): Promise<void> {
    if (await reservations.areConfirmed(given.map(claimOf))) return;
    // The others belong to pages that are being deleted; their ids are released, or about to be.
    const { there } = await apart(given);
    try {
      await reservations.confirmAll(there.map(claimOf));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      for (const id of there) await confirmLost(id);
    }
    for (const { publicId, uid } of (await apart(there)).gone) {
      await reservations.release(reservationKey(publicId), uid);
    }
  }

  /** Confirms an id that its page may have lost, because the reservation lapsed before it was confirmed. */
  async function confirmLost({ publicId, uid }: IdOfPage): Promise<void> {
    const key = reservationKey(publicId);
    if (await reservations.reserve(key, uid, lapse())) await reservations.confirm(key, uid);
    else log.error({ key, uid }, 'two pages hold one id');
  }

  async function apart(ids: readonly IdOfPage[]): Promise<Record<'there' | 'gone', readonly IdOfPage[]>> {
    const streamIds = ids.map(({ uid }) => pageStream(uid));
    const loaded = await loadStreams(store, pageDecider, pageCodec, streamIds);
    const there: IdOfPage[] = [];
    const gone: IdOfPage[] = [];
    for (const id of ids) {
      const state = loaded.get(pageStream(id.uid))?.state ?? pageDecider.initialState;
      const isThere = exists(state) || (state.status === 'none' && (await isBeingRewritten(store, id.uid)));
      (isThere ? there : gone).push(id);
    }
    return { there, gone };
  }

  const lapse = () => new Date(clock().getTime() + UNCONFIRMED_MS);

  return {
    /** False if the id belongs to another page. */
    reserve: (publicId: string, uid: string) => reservations.reserve(reservationKey(publicId), uid, lapse()),
    reserveAll: (ids: readonly IdOfPage[]) => reservations.reserveAll(ids.map(claimOf), lapse()),
    /** Makes the reservation permanent, once the page has the id. */
    confirm: (publicId: string, uid: string) => reservations.confirm(reservationKey(publicId), uid),
    confirmAll: (ids: readonly IdOfPage[]) => reservations.confirmAll(ids.map(claimOf)),
    release: (publicId: string, uid: string) => reservations.release(reservationKey(publicId), uid),
    /** Finds a page by its id, with or without `.html`, or by a card's URL. */
    async find(reference: string) {
      const key = pageKey(reference);
      return key === undefined ? undefined : reservations.ownerOf(reservationKey(key));
    },
    /**
     * Confirms the reservations of a process killed between append and confirmation, then frees those that no page ever
     * took. In this order, an id in use is never freed.
     */
    async tidy() {
      await confirmAppended();
      await reservations.reap(clock());
    },
  };
}

/** Tells which page an id belongs to, ignoring case, including former ids. */
export type ReservedIds = ReturnType<typeof createReservedIds>;

function claimOf({ publicId, uid }: IdOfPage): Claim {
  return { key: reservationKey(publicId), owner: uid };
}

function reservationKey(publicId: string): string {
  return `page-id:${publicId.toLowerCase()}`;
}
