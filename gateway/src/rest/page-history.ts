import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { LISTED } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { ListQuery } from './inputs.ts';
import { PAGE_FIELDS, PageMade, taggedPage } from './page.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const pageHistory = fixedOperation(`query RestPageHistory($id: ID!, $first: Int, $after: String) {
  pageHistory(id: $id, first: $first, after: $after) {
    nodes {
      version changedAt author account { id username email } acts
      fields { field before after }
      restoredFrom reason restorable pictureDeleted
    }
    pageInfo { endCursor hasNextPage }
  }
}`);
const restorePage = fixedOperation(`mutation RestRestorePage($id: ID!, $version: Int!, $expectedVersion: Int) {
  restorePage(id: $id, version: $version, expectedVersion: $expectedVersion) { ${PAGE_FIELDS} }
}`);

const PageHistory = z
  .strictObject({ changes: fieldsOf(pageHistory, 'pageHistory').nodes, cursor: LISTED.cursor })
  .meta({ id: 'PageHistory' });
const HistoryQuery = z.strictObject({
  limit: z
    .preprocess((given) => ListQuery.shape.limit.safeParse(given).data ?? given, z.int().min(1).max(50))
    .optional(),
  cursor: text(9).min(1).optional(),
});

export function registerPageHistory(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'pages', access: 'page-owner' });
  route({
    id: 'readPageHistory',
    summary: 'List the changes of a page since its present ownership began, newest first.',
    codes: ['PAGE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
    answer: PageHistory,
    endpoint: 'GET /api/pages/:id/history',
    query: HistoryQuery,
    async handle({ params, query, ask }) {
      const variables = { id: params.id, first: query.limit ?? null, after: query.cursor ?? null };
      const { nodes, pageInfo } = await ask(pageHistory, variables);
      return { changes: nodes, cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null };
    },
  });
  route({
    id: 'restorePage',
    summary: 'Put the content of an earlier version of a page back.',
    codes: [
      'VERSION_NOT_FOUND',
      'TOO_MANY_REQUESTS',
      'PAGE_NOT_FOUND',
      'PAGE_CHANGED',
      'NAMES_REQUIRED',
      'TOO_MANY_CHANGES',
    ],
    versioned: true,
    conditional: true,
    answer: PageMade,
    endpoint: 'POST /api/pages/:id/restore',
    body: z.strictObject({ version: z.int32().min(1) }),
    handle: async ({ params, body, expectedVersion, ask, reply }) =>
      taggedPage(reply, await ask(restorePage, { ...params, ...body, expectedVersion })),
  });
}
