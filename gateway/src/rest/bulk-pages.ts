import { DomainError } from '@volant/infra/errors/domain-error';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { Text } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { PageState, Quantity } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const createPages = fixedOperation(`mutation RestCreatePages($input: CreatePagesInput!) {
  createPages(input: $input) { workbookId pages { id displayName } }
}`);
const readWorkbook = fixedOperation(`query RestPageWorkbook($id: ID!, $origin: String!) {
  pageWorkbook(id: $id, origin: $origin) { fileName contentType base64 }
}`);

const BulkMade = z.strictObject({
  success: z.literal(true),
  links: fieldsOf(createPages, 'createPages').pages,
  excelFile: Text.meta({
    description: 'Path of the workbook, for administrators; it can be downloaded for 24 hours.',
  }),
});
const BulkBody = z.strictObject({
  quantity: Quantity,
  prefixNote: text().nullable().optional(),
  state: PageState.optional(),
  ownerUserId: text().nullable().optional(),
});
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function registerBulkPages(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'administration', access: 'admin' });
  route({
    id: 'createPagesInBulk',
    summary: 'Create 1 to 1,000 pages at once, with their workbook.',
    codes: ['QUANTITY_OUT_OF_RANGE', 'OWNER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
    answer: BulkMade,
    endpoint: 'POST /api/admin/pages/bulk',
    body: BulkBody,
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
}
