import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import { slicesOf } from '@volant/infra/event-store/stream-slices';
import { searchable } from '@volant/infra/text/searchable';
import { type ListOrder, listInOrder, naturalOrder, orderOf, type Paging } from '@volant/infra/views/newest-first';
import { searchFilter } from '@volant/infra/views/search-filter';
import { isWithin, type TimeRange } from '@volant/infra/views/time-range';
import type { ViewDefinition, ViewDocument, ViewFilter, Views, WritableView } from '@volant/infra/views/view-store';
import type { CommandPorts } from '../page/commands/page-commands.ts';
import type { PageRecord } from '../page/view/page-queries.ts';
import type { BatchRecord } from './commands.ts';
import { type BatchEvent, batchCodec, batchIdIn, batchStream, CARD_STAGES, type CardStage, marked } from './domain.ts';

export const BATCHES_VIEW: ViewDefinition = {
  name: 'batches-4',
  shape: 'V_0sbUkpZyxc',
  indexes: ['madeAt', 'present', 'noteOrder', 'sizeOrder', 'stageOrder'],
  texts: ['text'],
};

/** A batch without its pages; its key is its id. */
export interface BatchDocument extends ViewDocument {
  readonly version: number;
  readonly note: string;
  readonly madeAt: string;
  readonly madeBy: string;
  readonly stages: readonly CardStage[];
  /** The stages that at least one card is at. */
  readonly present: readonly CardStage[];
  readonly text: string;
  /** Numbers of the cards that are shipped, by when they were marked so. */
  readonly shipped: readonly Shipment[];
  /** By which lists are ordered. */
  readonly noteOrder: string;
  readonly sizeOrder: string;
  /** How far the cards have got on average, in thousandths of a stage. */
  readonly stageOrder: string;
}

interface Shipment {
  readonly at: string;
  readonly numbers: readonly number[];
}

/** Applies a commit to the view; applying it again changes nothing. */
export async function applyToBatches(view: WritableView<BatchDocument>, commit: Commit): Promise<void> {
  const id = batchIdIn(commit.streamId);
  if (id === undefined) return;
  const known = await view.get(id);
  if (known !== undefined && commit.version <= known.version) return;
  let document = known;
  for (const stored of commit.events) {
    const event = batchCodec.read(stored);
    document = event && after(document, event, id, commit);
  }
  if (document !== undefined) await view.put({ ...document, version: commit.version });
  else if (known !== undefined) await view.remove(id);
}

function after(
  document: BatchDocument | undefined,
  event: BatchEvent,
  id: string,
  { version, meta, at }: Commit,
): BatchDocument | undefined {
  if (event.type === 'CardsMarked') {
    const { stage, numbers } = event.data;
    if (document === undefined) return undefined;
    const others = document.shipped.map((one) => ({ ...one, numbers: without(one.numbers, numbers) }));
    const shipped = [...others, ...(stage === 'SHIPPED' ? [{ at, numbers }] : [])].filter(
      (one) => one.numbers.length > 0,
    );
    return withStages({ ...document, shipped }, marked(document.stages, event.data));
  }
  const { note } = event.data;
  if (event.type === 'NoteChanged') return document && { ...document, ...found(note) };
  const { uids, madeAt } = event.data;
  const sizeOrder = naturalOrder(String(uids.length));
  const made = { _id: id, version, madeAt, madeBy: meta.actor, sizeOrder, shipped: [], ...found(note) };
  return withStages(
    made,
    uids.map(() => 'ORDERED'),
  );
}

function found(note: string): Pick<BatchDocument, 'note' | 'text' | 'noteOrder'> {
  const text = searchable(note);
  return { note, text, noteOrder: naturalOrder(text) };
}

function withStages(
  document: Omit<BatchDocument, 'stages' | 'present' | 'stageOrder'>,
  stages: readonly CardStage[],
): BatchDocument {
  const passed = stages.reduce((sum, stage) => sum + CARD_STAGES.indexOf(stage), 0);
  const stageOrder = naturalOrder(String(Math.round((1_000 * passed) / Math.max(1, stages.length))));
  return { ...document, stages, present: [...new Set(stages)], stageOrder };
}

function without(numbers: readonly number[], gone: readonly number[]): readonly number[] {
  const left = new Set(gone);
  return numbers.filter((number) => !left.has(number));
}

export interface BatchFilter {
  /** By `searchTerms`; empty for all. */
  readonly search: readonly string[];
  /** Batches with a card at this stage. */
  readonly stage: CardStage | undefined;
}

/** The field of each column that the list can be ordered by. */
const ORDERS = { CREATED: 'madeAt', NOTE: 'noteOrder', SIZE: 'sizeOrder', STAGE: 'stageOrder' } as const;

/** By default newest first. */
export function listBatches(
  views: Views,
  filter: BatchFilter,
  paging: Paging,
  order: ListOrder<keyof typeof ORDERS> = {},
) {
  const matching = viewFilter(filter);
  return listInOrder(views.view<BatchDocument>(BATCHES_VIEW), orderOf(ORDERS, order), matching, paging);
}

export interface BatchCard {
  /** From 1. */
  readonly number: number;
  readonly stage: CardStage;
  readonly page: PageRecord;
}

/** Cards in the order of their numbers, without those of deleted pages. */
export async function cardsOfBatch(
  ports: CommandPorts,
  { batch }: BatchRecord,
  stage: CardStage | undefined,
): Promise<readonly BatchCard[]> {
  const places = batch.stages.flatMap((one, place) => (stage === undefined || one === stage ? [place] : []));
  const pages = await ports.pagesByUid(places.map((place) => batch.uids[place] as string));
  return places.flatMap((place, index) => {
    const page = pages[index];
    return page === undefined ? [] : [{ number: place + 1, stage: batch.stages[place] as CardStage, page }];
  });
}

export interface BatchChange {
  readonly version: number;
  readonly changedAt: string;
  readonly actor: string;
  /** Stage and number of the cards that got there. */
  readonly marks: readonly { readonly stage: CardStage; readonly numbers: readonly number[] }[];
  /** The new note, if it was changed. */
  readonly note: string | null;
  readonly restoredFrom: number | null;
}

/** Most changes listed of a batch: each card may be written on its own, twice. */
const MAX_CHANGES = 2_000;

/** Changes of a batch, newest first. */
export async function historyOfBatch({ eventStore }: CommandPorts, id: string): Promise<readonly BatchChange[]> {
  const changes: BatchChange[] = [];
  for await (const commits of slicesOf(eventStore, batchStream(id))) {
    for (const commit of commits) {
      const { version, at, meta } = commit;
      const events = eventsOf(batchCodec, [commit]);
      const marks = events.flatMap((event) => (event.type === 'CardsMarked' ? [event.data] : []));
      const [renoted] = events.flatMap((event) => (event.type === 'NoteChanged' ? [event.data] : []));
      const restoredFrom = (marks[0] ?? renoted)?.restoredFrom ?? null;
      changes.push({ version, changedAt: at, actor: meta.actor, marks, note: renoted?.note ?? null, restoredFrom });
    }
  }
  return changes.slice(-MAX_CHANGES).reverse();
}

/** How many cards are at each stage, in the order of the stages. */
export function stageCounts(stages: readonly CardStage[]) {
  return CARD_STAGES.map((stage) => ({ stage, count: stages.filter((one) => one === stage).length }));
}

/** Number of cards marked as shipped in a time range. */
export async function countShipped(views: Views, filter: BatchFilter, range?: TimeRange): Promise<number> {
  const found = await views.view<BatchDocument>(BATCHES_VIEW).findFields(viewFilter(filter), ['shipped']);
  const shipments = found.flatMap(({ shipped }) => shipped.filter(({ at }) => isWithin(at, range)));
  return shipments.reduce((sum, { numbers }) => sum + numbers.length, 0);
}

function viewFilter({ search, stage }: BatchFilter): ViewFilter {
  return { ...searchFilter(search), ...(stage === undefined ? {} : { present: stage }) };
}
