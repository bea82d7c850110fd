import type { Commit } from '@volant/infra/event-store/event-store';
import { searchable } from '@volant/infra/text/searchable';
import { type ListOrder, listInOrder, naturalOrder, orderOf, type Paging } from '@volant/infra/views/newest-first';
import { searchFilter } from '@volant/infra/views/search-filter';
import type { ViewDefinition, ViewDocument, Views, WritableView } from '@volant/infra/views/view-store';
import { type BatchEvent, batchCodec, batchIdIn, CARD_STAGES, type CardStage, marked } from './domain.ts';

export const BATCHES_VIEW: ViewDefinition = {
  name: 'batches-3',
  shape: 'SUqS91QTGYx2',
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
  /** By which lists are ordered. */
  readonly noteOrder: string;
  readonly sizeOrder: string;
  /** How far the cards have got on average, in thousandths of a stage. */
  readonly stageOrder: string;
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
  { version, meta }: Commit,
): BatchDocument | undefined {
  if (event.type === 'CardsMarked') {
    return document && withStages(document, marked(document.stages, event.data));
  }
  const { note } = event.data;
  if (event.type === 'NoteChanged') return document && { ...document, ...found(note) };
  const { uids, madeAt } = event.data;
  const sizeOrder = naturalOrder(String(uids.length));
  const made = { _id: id, version, madeAt, madeBy: meta.actor, sizeOrder, ...found(note) };
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
  { search, stage }: BatchFilter,
  paging: Paging,
  order: ListOrder<keyof typeof ORDERS> = {},
) {
  const matching = { ...searchFilter(search), ...(stage === undefined ? {} : { present: stage }) };
  return listInOrder(views.view<BatchDocument>(BATCHES_VIEW), orderOf(ORDERS, order), matching, paging);
}
