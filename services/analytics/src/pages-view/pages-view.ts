import { fromBinary } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { deadLetter, deadTopicOf } from '@volant/infra/message-log/dead-letter';
import { measureTopicView } from '@volant/infra/message-log/log-view';
import type { Follower, LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/log';
import { type Measures, NO_MEASURES } from '@volant/infra/process/metrics';
import { type PageSnapshot, PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';

/** What collect has to know of a page. */
export interface KnownPage {
  readonly uid: string;
  readonly tenure: number;
  readonly ownerId: string | undefined;
  /** Owned and active: visitors see a profile. */
  readonly shown: boolean;
  /** Of its custom items, now or before in the present ownership: a visitor may have the page open since. */
  readonly itemNames: readonly string[];
}

export interface PagesView {
  /** Finds a page by the id on its card or a former one, in any letter case, with or without `.html`. */
  find(publicId: string): KnownPage | undefined;
  /** Resolves once every page that was in the topic at the call is known. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Entry {
  readonly page: KnownPage;
  readonly version: bigint;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly ids: readonly string[];
}

/**
 * A view of the pages held in this process and read anew from the compacted
 * topic at each start: collect looks a page up for every event, and a lookup
 * that leaves the process would cost more than all the rest of the work.
 */
export function createPagesView(messageLog: MessageLog, log: Logger, measures: Measures = NO_MEASURES): PagesView {
  const byUid = new Map<string, Entry>();
  /**
   * The pages that have an id, the one made last behind the others. There is one,
   * but for an id that is used again: the record of the page that was erased and
   * its tombstone may lie in another partition and come after the new page.
   */
  const uidsById = new Map<string, readonly string[]>();
  /** Of each partition, the next offset wanted. */
  const reached = new Map<number, number>();
  let follower: Follower | undefined;
  measureTopicView(measures, 'collected-pages', () =>
    messageLog.behind(PAGES_TOPIC.name, async (partition) => reached.get(partition) ?? 0),
  );

  function forget(uid: string): void {
    for (const id of byUid.get(uid)?.ids ?? []) {
      const others = uidsById.get(id)?.filter((other) => other !== uid) ?? [];
      if (others.length === 0) uidsById.delete(id);
      else uidsById.set(id, others);
    }
    byUid.delete(uid);
  }

  function remember(snapshot: PageSnapshot): void {
    const known = byUid.get(snapshot.pageUid);
    if (known !== undefined && known.version > snapshot.version) return;
    forget(snapshot.pageUid);
    const ids = [snapshot.publicId, ...snapshot.previousIds].map((id) => id.toLowerCase());
    byUid.set(snapshot.pageUid, {
      page: {
        uid: snapshot.pageUid,
        tenure: snapshot.tenure,
        ownerId: snapshot.ownerId,
        shown: snapshot.ownerId !== undefined && snapshot.state === PageState.ACTIVE,
        itemNames: itemNamesOf(snapshot),
      },
      version: snapshot.version,
      createdAt: snapshot.createdAt === undefined ? 0 : timestampMs(snapshot.createdAt),
      ids,
    });
    for (const id of new Set(ids)) {
      const uids = [...(uidsById.get(id) ?? []), snapshot.pageUid];
      uidsById.set(id, uids.length === 1 ? uids : uids.sort((one, other) => createdAt(one) - createdAt(other)));
    }
  }

  function createdAt(uid: string): number {
    return byUid.get(uid)?.createdAt ?? 0;
  }

  async function apply(record: LogRecord): Promise<void> {
    if (record.value === null) {
      forget(record.key);
      return;
    }
    let snapshot: PageSnapshot;
    try {
      snapshot = fromBinary(PageSnapshotSchema, record.value);
    } catch (error) {
      // One page that cannot be read must not keep the others from being counted.
      const reason = error instanceof Error ? error.message : String(error);
      const { topic, partition, offset } = record;
      log.error({ topic, partition, offset, reason }, 'unreadable page snapshot set aside');
      await messageLog.publish(deadTopicOf(topic), [deadLetter({ record, reason })]);
      return;
    }
    remember(snapshot);
  }

  return {
    find(publicId) {
      const uid = uidsById.get(normalizePageId(publicId))?.at(-1);
      return uid === undefined ? undefined : byUid.get(uid)?.page;
    },
    async start() {
      follower = await messageLog.follow({
        topic: PAGES_TOPIC.name,
        from: {},
        onBatch: async (records) => {
          for (const record of records) {
            await apply(record);
            reached.set(record.partition, record.offset + 1);
          }
        },
      });
      await follower.caughtUp;
      log.info({ pages: byUid.size }, 'pages known');
    },
    async stop() {
      await follower?.stop();
    },
  };
}

const NO_NAMES: readonly string[] = [];

function itemNamesOf({ profile, formerItemNames }: PageSnapshot): readonly string[] {
  const names = [...(profile?.customFields ?? []).map(({ name }) => name), ...formerItemNames];
  // Most pages have none, and there are many pages.
  return names.length === 0 ? NO_NAMES : names;
}

/** Lower case, without `.html`; of a pasted card address, its id. */
function normalizePageId(text: string): string {
  const lower = text.toLowerCase();
  const id = lower.includes('/') ? (/\/d\/([^/?#]+)/.exec(lower)?.[1] ?? lower) : lower;
  return id.endsWith('.html') ? id.slice(0, -'.html'.length) : id;
}
