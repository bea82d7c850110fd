import { fromBinary } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { createLogView } from '@volant/infra/message-log/log-view';
import { createSnapshotView, type Snapshot } from '@volant/infra/message-log/snapshot-view';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Measures } from '@volant/infra/process/observability/metrics';
import type { ViewDefinition, ViewStore } from '@volant/infra/views/view-store';
import { ownershipOf } from '@volant/proto/text/card-id';
import { typedCardId } from '@volant/proto/text/typed-card-id';
import { CardStatus, type PageSnapshot, PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { LRUCache } from 'lru-cache';
import type { AnalyticsPorts } from '../ports.ts';

/** The data of a page that collect needs. */
export interface KnownPage {
  readonly uid: string;
  readonly tenure: number;
  readonly ownerId: string | undefined;
  /** Owned, active and on a card in use, so that visitors see a profile. */
  readonly shown: boolean;
  /** The same without regard to the page's own card: another one may lead to the page. */
  readonly active: boolean;
  /** Another page in an ownership, which this card shows: see `ownershipOf`. */
  readonly leadsTo: string | undefined;
  /** Key of the card that led here, if it is not the page's own. */
  readonly card?: string;
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

export const COLLECTED_PAGES_VIEW: ViewDefinition = {
  name: 'collected-pages-2',
  shape: 'zRdPlqYFLpoM',
  indexes: ['ids'],
};
/** Number of pages cached in memory, a few hundred bytes each. */
const AT_HAND = 10_000;

export function createPagesView({ messageLog, viewStore, log, measures }: PagesViewParts) {
  const atHand = new LRUCache<string, KnownPage>({ max: AT_HAND });
  // Counts changes, so that a lookup overtaken by a change is not cached.
  let changes = 0;
  const pages = createSnapshotView({
    definition: COLLECTED_PAGES_VIEW,
    viewStore,
    read: (value) => documentOf(fromBinary(PageSnapshotSchema, value)),
    changed(_, ids = []) {
      changes += 1;
      for (const id of ids) atHand.delete(id);
    },
  });
  const view = createLogView({
    messageLog,
    topic: PAGES_TOPIC.name,
    view: COLLECTED_PAGES_VIEW,
    viewStore,
    apply: pages.apply,
    onWritten: pages.onWritten,
    log,
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

  /** The page that a card leads to, as long as the page has the same ownership; otherwise the card's own. */
  function shownBy(page: KnownPage | undefined) {
    if (page?.leadsTo === undefined) return page;
    const target = atHand.get(page.leadsTo) ?? look(page.leadsTo);
    return target instanceof Promise ? target.then((found) => through(page, found)) : through(page, target);
  }

  return {
    /**
     * Finds a page by the id on its card or a former one, in any letter case, with or without `.html`. Synchronous if the
     * page was looked up recently.
     */
    find(publicId: string) {
      const id = normalizePageId(publicId);
      const found = atHand.get(id) ?? look(id);
      return found instanceof Promise ? found.then(shownBy) : shownBy(found);
    },
    /** Resolves once every page that was in the topic at the time of the call is known. */
    async start() {
      const known = () => viewStore.view(COLLECTED_PAGES_VIEW).count({});
      const saved = await known();
      await view.start();
      log.info({ pages: await known(), saved }, 'pages known');
    },
    stop: () => view.stop(),
  };
}

function through(card: KnownPage, target: KnownPage | undefined): KnownPage {
  if (target === undefined) return { ...card, shown: false };
  return { ...target, shown: card.shown && target.active, card: card.uid };
}

export type PagesView = ReturnType<typeof createPagesView>;

function documentOf(snapshot: PageSnapshot): PageDocument {
  const { pageUid, tenure, ownerId, state, createdAt, version, profile, formerItemNames } = snapshot;
  const ids = [snapshot.publicId, ...snapshot.previousIds, ownershipOf(pageUid, tenure)];
  const active = ownerId !== undefined && state === PageState.ACTIVE;
  const inUse = snapshot.card === CardStatus.IN_USE || snapshot.card === CardStatus.UNSPECIFIED;
  return {
    _id: pageUid,
    page: {
      uid: pageUid,
      tenure,
      ownerId,
      shown: active && inUse,
      active,
      leadsTo: snapshot.leadsTo === undefined ? undefined : ownershipOf(snapshot.leadsTo, snapshot.leadsToTenure),
      itemNames: [...(profile?.customFields ?? []).map(({ name }) => name), ...formerItemNames],
    },
    version: Number(version),
    createdAt: createdAt === undefined ? 0 : timestampMs(createdAt),
    ids: [...new Set(ids.map((id) => id.toLowerCase()))],
  };
}

/** Returns the id in lower case; empty if the text contains no page id. */
function normalizePageId(text: string): string {
  return (typedCardId(text) ?? '').toLowerCase();
}
