import { requireAdministrator } from '@volant/infra/auth/guards';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { featureView } from '@volant/infra/features/feature';
import { guarded } from '@volant/infra/graphql/guarded';
import { text } from '@volant/infra/text/outside-text';
import { searchTerms } from '@volant/infra/text/searchable';
import { type ListPart, mapPart } from '@volant/infra/views/newest-first';
import { timeRange } from '@volant/infra/views/time-range';
import { z } from 'zod';
import { ownerIdIn } from '../page/context.ts';
import { parseField } from '../page/domain/profile.ts';
import { typedText } from '../page/domain/text.ts';
import type { PagesFeature } from '../page/pages-feature.ts';
import { sent } from '../page/sent.ts';
import { shownPage } from '../page/shown-page.ts';
import type {
  BatchConnectionResolvers,
  BatchResolvers,
  MutationResolvers,
  QueryResolvers,
} from '../schema.generated.ts';
import {
  BATCH_OCCURRENCES,
  type BatchRecord,
  changeBatchNote,
  createPages,
  loadBatch,
  markCards,
  restoreBatch,
} from './commands.ts';
import { batchCodec } from './domain.ts';
import errorTexts from './errors.json' with { type: 'json' };
import {
  applyToBatches,
  BATCHES_VIEW,
  type BatchDocument,
  type BatchFilter,
  cardsOfBatch,
  countShipped,
  historyOfBatch,
  listBatches,
  stageCounts,
} from './view.ts';
import { readWorkbook } from './workbook.ts';

const originInput = text(200).regex(/^https?:\/\/[^/?#\s]+$/);
/** Leaves room for the number within a display name. */
const prefixNoteInput = typedText({ max: 190 });
/** Without a key, no later call could complete the batch. */
const firstInput = (key: string | undefined) => (key === undefined ? z.never() : z.int().min(1)).nullish();

const Query = {
  pageWorkbook: guarded(requireAdministrator, async ({ id, origin }, { commands, call }) => {
    const request = { id, origin: parseField('origin', originInput, origin), language: call.language };
    const { body, ...workbook } = await readWorkbook(commands, request);
    return { ...workbook, base64: Buffer.from(body).toString('base64') };
  }),

  batches: guarded(requireAdministrator, async ({ filter, orderBy, descending, ...paging }, { commands }) => {
    const asFiltered = { search: searchTerms(filter?.search), stage: filter?.stage ?? undefined };
    const part = await listBatches(commands.viewStore, asFiltered, paging, { by: orderBy, descending });
    return { ...mapPart(part, ({ _id: id, ...batch }) => shownBatch({ id, ...batch })), filter: asFiltered };
  }),

  batch: guarded(requireAdministrator, async ({ id }, { commands }) => shownRecord(await loadBatch(commands, id))),
} satisfies QueryResolvers;

const Mutation = {
  createPages: sent(requireAdministrator, async (ports, { input }, caller, { viewer }) => {
    const prefixNote = parseField('prefixNote', prefixNoteInput, input.prefixNote);
    const { quantity, state, ownerId } = input;
    const from = parseField('from', firstInput(caller.idempotencyKey), input.from) ?? 1;
    const request = { quantity, prefixNote, state: state ?? 'UNCLAIMED', ownerId: ownerIdIn(ownerId), from };
    const { id, records } = await createPages(ports, request, caller);
    return { workbookId: id, pages: records.map((record) => shownPage(record, viewer)) };
  }),

  markCards: sent(requireAdministrator, async (ports, { batchId, stage, numbers, references }, caller) => {
    const selection = { numbers: numbers ?? undefined, references: references ?? undefined };
    const { batch, unknown } = await markCards(ports, batchId, stage, selection, caller);
    return { batch: shownRecord(batch), unknown };
  }),

  changeBatchNote: sent(requireAdministrator, async (ports, { id, note }, caller) =>
    shownRecord(await changeBatchNote(ports, id, parseField('note', prefixNoteInput, note), caller)),
  ),

  restoreBatch: sent(requireAdministrator, async (ports, { id, version }, caller) =>
    shownRecord(await restoreBatch(ports, id, version, caller)),
  ),
} satisfies MutationResolvers;

const BatchConnection = {
  shipped: ({ filter }, { from, before }, { commands }) =>
    countShipped(commands.viewStore, filter, timeRange(from, before)),
} satisfies BatchConnectionResolvers;

/** Only administrators get a Batch: each way to one checks that. */
const Batch = {
  async cards({ id }, { stage }, { commands, viewer }) {
    const cards = await cardsOfBatch(commands, await loadBatch(commands, id), stage ?? undefined);
    return cards.map(({ page, ...card }) => ({ ...card, page: shownPage(page, viewer) }));
  },

  async history({ id }, _, { commands }) {
    const changes = await historyOfBatch(commands, id);
    return changes.map(({ actor, ...change }) => ({ ...change, by: { id: actor } }));
  },
} satisfies BatchResolvers;

type BatchFacts = Pick<BatchDocument, 'version' | 'note' | 'madeAt' | 'madeBy' | 'stages'> & { readonly id: string };

export type ShownBatch = ReturnType<typeof shownBatch>;

/** Part of a list of batches, and the filter of the request. */
export type ShownBatchConnection = ListPart<ShownBatch> & { readonly filter: BatchFilter };

function shownBatch({ id, version, note, madeAt, madeBy, stages }: BatchFacts) {
  return { id, version, note, madeAt, madeBy: { id: madeBy }, size: stages.length, stages: stageCounts(stages) };
}

function shownRecord({ id, version, madeBy, batch: { note, madeAt, stages } }: BatchRecord): ShownBatch {
  return shownBatch({ id, version, madeBy, note, madeAt, stages });
}

export const batches = {
  resolvers: { Query, Mutation, Batch, BatchConnection },
  errors: errorCatalogue(
    {
      QUANTITY_OUT_OF_RANGE: { status: 400, field: 'quantity' },
      WORKBOOK_NOT_FOUND: { status: 404 },
      BATCH_NOT_FOUND: { status: 404 },
    },
    errorTexts,
  ),
  events: [batchCodec],
  views: [featureView(BATCHES_VIEW, applyToBatches)],
  occurrences: BATCH_OCCURRENCES,
} satisfies PagesFeature;
