import { fromBinary } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { createLogView } from '@volant/infra/message-log/log-view';
import { createSnapshotView, type Snapshot } from '@volant/infra/message-log/snapshot-view';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Measures } from '@volant/infra/process/observability/metrics';
import type { ViewDefinition, ViewStore } from '@volant/infra/views/view-store';
import { cardIdIn, plainCardId } from '@volant/proto/text/card-id';
import { type PageSnapshot, PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { LRUCache } from 'lru-cache';
import type { AnalyticsPorts } from '../ports.ts';

/** The data of a page that collect needs. */
export interface KnownPage {
  readonly uid: string;
  readonly tenure: number;
  readonly ownerId: string | undefined;
  /** Owned and active, so that visitors see a profile. */
  readonly shown: boolean;
  /**
   * Names of custom items, also former ones of the present ownership: a visitor may have loaded the page before a
   * rename.
   */
  readonly itemNames: readonly string[];
}

interface PageDocument extends Snapshot {
  readonly page: KnownPage;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface PagesViewParts extends Pick<AnalyticsPorts, 'messageLog' | 'log'> {
  /**
   * In this process: collect looks up a page for every event, and a remote lookup would cost more than the rest of the
   * work.
   */
  readonly viewStore: ViewStore;
  readonly measures?: Measures | undefined;
}

const VIEW: ViewDefinition = { name: 'collected-pages', indexes: ['ids'] };
/** Number of pages cached in memory, a few hundred bytes each. */
const AT_HAND = 10_000;

export function createPagesView({ messageLog, viewStore, log, measures }: PagesViewParts) {
  const atHand = new LRUCache<string, KnownPage>({ max: AT_HAND });
  // Counts changes, so that a lookup overtaken by a change is not cached.
  let changes = 0;
  const pages = createSnapshotView({
    definition: VIEW,
    viewStore,
    read: (value) => documentOf(fromBinary(PageSnapshotSchema, value)),
    changed(_, ids = []) {
      changes += 1;
      for (const id of ids) atHand.delete(id);
    },
  });
  const view = createLogView({
    log: messageLog,
    topic: PAGES_TOPIC.name,
    view: VIEW,
    viewStore,
    apply: pages.apply,
    onWritten: pages.onWritten,
    logger: log,
    measures,
  });

  async function look(id: string): Promise<KnownPage | undefined> {
    const changesBefore = changes;
    const found = await pages.find(id);
    // There is one page, unless an id was reused: the record of the erased page and its tombstone may be in another
    // partition and arrive after the new page.
    const [newest] = [...found].sort((one, other) => other.createdAt - one.createdAt);
    if (newest !== undefined && changes === changesBefore) atHand.set(id, newest.page);
    return newest?.page;
  }

  return {
    /**
     * Finds a page by the id on its card or a former one, in any letter case, with or without `.html`. Synchronous if the
     * page was looked up recently.
     */
    find(publicId: string) {
      const id = normalizePageId(publicId);
      return atHand.get(id) ?? look(id);
    },
    /** Resolves once every page that was in the topic at the time of the call is known. */
    async start() {
      const known = () => viewStore.view(VIEW).count({});
      const saved = await known();
      await view.start();
      log.info({ pages: await known(), saved }, 'pages known');
    },
    stop: () => view.stop(),
  };
}

export type PagesView = ReturnType<typeof createPagesView>;

function documentOf(snapshot: PageSnapshot): PageDocument {
  const { pageUid, tenure, ownerId, state, createdAt, version, profile, formerItemNames } = snapshot;
  const ids = [snapshot.publicId, ...snapshot.previousIds];
  return {
    _id: pageUid,
    page: {
      uid: pageUid,
      tenure,
      ownerId,
      shown: ownerId !== undefined && state === PageState.ACTIVE,
      itemNames: [...(profile?.customFields ?? []).map(({ name }) => name), ...formerItemNames],
    },
    version: Number(version),
    createdAt: createdAt === undefined ? 0 : timestampMs(createdAt),
    ids: [...new Set(ids.map((id) => id.toLowerCase()))],
  };
}

/** Returns the id in lower case; empty if the text contains no page id. */
function normalizePageId(text: string): string {
  return (plainCardId(text) ?? cardIdIn(text) ?? '').toLowerCase();
}
