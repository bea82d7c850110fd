import { DomainError } from '@volant/infra/errors/domain-error';
import { text } from '@volant/infra/text/outside-text';
import { LONGEST_REFERENCE, MOST_CARDS_MARKED } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { LARGE_BODY } from '../http/json-body.ts';
import { fixedOperation } from '../supergraph/graph.ts';
import { LISTED, succeeded, Text } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import {
  graphEnum,
  ListQuery,
  listInParts,
  orderedBy,
  orderOf,
  PAGING_FIELDS,
  PageState,
  Quantity,
  restList,
} from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const BATCH_FIELDS = 'id note madeAt madeBy { id username email } size version stages { stage count }';
const WHOLE_FIELDS = `${BATCH_FIELDS} cards { number stage page { id displayName } }
  history { version changedAt by { id username email } marks { stage numbers } note restoredFrom }`;

const createPages = fixedOperation(`mutation RestCreatePages($input: CreatePagesInput!) {
  createPages(input: $input) { workbookId pages { id displayName } }
}`);
const readWorkbook = fixedOperation(`query RestPageWorkbook($id: ID!, $origin: String!) {
  pageWorkbook(id: $id, origin: $origin) { fileName contentType base64 }
}`);

const batches = fixedOperation(`query RestBatches(
  $first: Int
  $after: String
  $filter: BatchFilter
  $orderBy: BatchColumn
  $descending: Boolean
) {
  batches(first: $first, after: $after, filter: $filter, orderBy: $orderBy, descending: $descending) { nodes { ${BATCH_FIELDS} } ${PAGING_FIELDS} }
}`);
const batch = fixedOperation(`query RestBatch($id: ID!) { batch(id: $id) { ${WHOLE_FIELDS} } }`);
const markCards =
  fixedOperation(`mutation RestMarkCards($id: ID!, $stage: CardStage!, $numbers: [Int!], $references: [String!]) {
  markCards(batchId: $id, stage: $stage, numbers: $numbers, references: $references) {
    batch { ${BATCH_FIELDS} } unknown
  }
}`);
const changeBatchNote = fixedOperation(
  `mutation RestChangeBatchNote($id: ID!, $note: String!) { changeBatchNote(id: $id, note: $note) { ${BATCH_FIELDS} } }`,
);
const restoreBatch = fixedOperation(
  `mutation RestRestoreBatch($id: ID!, $version: Int!) { restoreBatch(id: $id, version: $version) { ${WHOLE_FIELDS} } }`,
);

const BatchMade = z.strictObject({
  success: z.literal(true),
  links: fieldsOf(createPages, 'createPages').pages,
  excelFile: Text.meta({
    description: 'Path of the workbook, for administrators; it can be downloaded for 24 hours.',
  }),
});
const NewBatch = z.strictObject({
  quantity: Quantity,
  prefixNote: text().nullable().optional(),
  state: PageState.optional(),
  ownerUserId: text().nullable().optional(),
});
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const BatchAnswer = z.strictObject(fieldsOf(batch));
const BatchList = z.strictObject({ batches: fieldsOf(batches, 'batches').nodes, ...LISTED });
const BatchChanged = succeeded('BatchChanged', { batch: fieldsOf(changeBatchNote).changeBatchNote });
const BatchMarked = succeeded('BatchMarked', fieldsOf(markCards, 'markCards'));

const CardStage = graphEnum('CardStage');
const BatchListQuery = ListQuery.extend({
  search: text(200).optional(),
  stage: CardStage.optional(),
  ...orderedBy('BatchColumn'),
});
const MarkBody = z.strictObject({
  stage: CardStage,
  numbers: z.array(z.int32().min(1)).max(MOST_CARDS_MARKED).optional(),
  references: z
    .array(text(LONGEST_REFERENCE))
    .max(MOST_CARDS_MARKED)
    .optional()
    .meta({ description: 'Ids of pages, former ids or addresses of cards. Without these and numbers: all cards.' }),
});

/** Batches of cards, for administrators. */
export function registerBatches(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'administration', access: 'admin' });
  route({
    id: 'createPagesInBulk',
    summary: 'Create 1 to 1,000 pages at once, with their workbook.',
    codes: ['QUANTITY_OUT_OF_RANGE', 'OWNER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
    answer: BatchMade,
    endpoint: 'POST /api/admin/pages/bulk',
    body: NewBatch,
    fields: { ownerId: 'ownerUserId' },
    status: 201,
    async handle({ body: { ownerUserId: ownerId = null, ...body }, ask }) {
      const { pages, workbookId } = await ask(createPages, { input: { ...body, ownerId } });
      return { links: pages, excelFile: `/api/admin/exports/${workbookId}.xlsx` };
    },
  });
  // Requires a token like any call, because unclaimed pages can be claimed with their ids.
  route({
    id: 'downloadWorkbook',
    summary: 'Download the workbook of pages created at once: id, name, link, state, note.',
    codes: ['WORKBOOK_NOT_FOUND', 'NOT_FOUND'],
    answer: z.instanceof(Buffer),
    produces: XLSX,
    endpoint: 'GET /api/admin/exports/:file',
    params: z.strictObject({ file: text(200) }),
    async handle({ params: { file }, ask, origin, reply }) {
      const id = /^([\w-]{1,64})\.xlsx$/.exec(file)?.[1];
      if (id === undefined) throw new DomainError('NOT_FOUND');
      const { fileName, contentType, base64 } = await ask(readWorkbook, { id, origin });
      reply.header('content-type', contentType).header('content-disposition', `attachment; filename="${fileName}"`);
      return Buffer.from(base64, 'base64');
    },
  });
  route({
    id: 'listBatches',
    summary:
      'List the batches of pages created at once, by default newest first; `stage` finds those with a card at it.',
    answer: BatchList,
    endpoint: 'GET /api/admin/batches',
    query: BatchListQuery,
    async handle({ query: { search, stage, ...paging }, ask }) {
      const filter = { search: search ?? null, stage: stage ?? null };
      const list = await listInParts(paging, (part) => ask(batches, { filter, ...part, ...orderOf(paging) }));
      return { batches: list.nodes, ...restList(list) };
    },
  });
  route({
    id: 'readBatch',
    summary: 'Read a batch with its cards and its history.',
    codes: ['BATCH_NOT_FOUND'],
    answer: BatchAnswer,
    endpoint: 'GET /api/admin/batches/:id',
    handle: ({ params, run }) => run(batch, params),
  });
  route({
    id: 'markCards',
    summary: 'Mark cards of a batch as having got to a stage.',
    codes: ['BATCH_NOT_FOUND', 'CONFLICT'],
    answer: BatchMarked,
    endpoint: 'POST /api/admin/batches/:id/cards',
    body: MarkBody,
    bodyLimit: LARGE_BODY,
    async handle({ params: { id }, body: { stage, numbers, references }, ask }) {
      const variables = { id, stage, numbers: numbers ?? null, references: references ?? null };
      return ask(markCards, variables);
    },
  });
  route({
    id: 'changeBatchNote',
    summary: 'Change the note of a batch.',
    codes: ['BATCH_NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    answer: BatchChanged,
    endpoint: 'PUT /api/admin/batches/:id/note',
    body: z.strictObject({ note: text() }),
    handle: async ({ params, body, ask }) => ({ batch: await ask(changeBatchNote, { ...params, ...body }) }),
  });
  route({
    id: 'restoreBatch',
    summary: 'Put the stages and the note of an earlier version of a batch back.',
    codes: ['BATCH_NOT_FOUND', 'VERSION_NOT_FOUND', 'CONFLICT'],
    answer: BatchAnswer,
    endpoint: 'POST /api/admin/batches/:id/restore',
    body: z.strictObject({ version: z.int32().min(1) }),
    handle: async ({ params, body, ask }) => ({ batch: await ask(restoreBatch, { ...params, ...body }) }),
  });
}
