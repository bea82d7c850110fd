import { z } from 'zod';
import { fixedOperation } from '../supergraph/fixed-operations.ts';
import { PageList, PageMade } from './answers.ts';
import { ListQuery, NoBody, NoParams, NoQuery, PageStateInput, pagingOf } from './inputs.ts';
import { type GraphPage, type GraphPages, PAGE_FIELDS, PAGES_FIELDS, restPage, restPages } from './page.ts';
import type { RestRegistrar } from './route.ts';

const pages = fixedOperation<{ pages: GraphPages }>(
  `query RestPages($first: Int, $after: String) { pages(first: $first, after: $after) { ${PAGES_FIELDS} } }`,
);
const createPageWithId = fixedOperation<{ createPageWithId: GraphPage }>(
  `mutation RestCreatePageWithId($input: CreatePageWithIdInput!) {
    createPageWithId(input: $input) { ${PAGE_FIELDS} }
  }`,
);
const createPages = fixedOperation<{ createPages: readonly { id: string; displayName: string }[] }>(
  'mutation RestCreatePages($input: CreatePagesInput!) { createPages(input: $input) { id displayName } }',
);

const CreateBody = z.strictObject({
  pageId: z.string(),
  state: PageStateInput.optional(),
  displayName: z.string().nullable().optional(),
  ownerUserId: z.string().nullable().optional(),
});
const BulkBody = z.strictObject({
  quantity: z.int32(),
  prefixNote: z.string().nullable().optional(),
  state: PageStateInput.optional(),
  ownerUserId: z.string().nullable().optional(),
});

const BulkMade = z.strictObject({
  success: z.literal(true),
  links: z.array(z.strictObject({ id: z.string(), displayName: z.string() })),
});

export function registerAdminPages(route: RestRegistrar): void {
  route({
    operation: {
      id: 'listPages',
      tag: 'administration',
      summary: { fr: 'Lister toutes les pages, les plus récentes d’abord.', en: 'List all pages, newest first.' },
      access: 'admin',
      codes: ['UNAUTHENTICATED', 'FORBIDDEN'],
    },
    answer: PageList,
    method: 'GET',
    url: '/api/admin/pages',
    params: NoParams,
    query: ListQuery,
    body: NoBody,
    async handle({ query, graph, call }) {
      return restPages((await graph.run(pages, pagingOf(query), call)).pages);
    },
  });
  route({
    operation: {
      id: 'createPageWithId',
      tag: 'administration',
      summary: { fr: 'Créer une page dont on choisit l’identifiant.', en: 'Create a page with an id of one’s choice.' },
      access: 'admin',
      codes: [
        'UNAUTHENTICATED',
        'FORBIDDEN',
        'PAGE_ID_REQUIRED',
        'PAGE_ID_INVALID',
        'PAGE_ID_TAKEN',
        'OWNER_NOT_FOUND',
      ],
      idempotent: true,
    },
    answer: PageMade,
    method: 'POST',
    url: '/api/admin/pages/create',
    params: NoParams,
    query: NoQuery,
    body: CreateBody,
    status: 201,
    async handle({ body: { pageId, state, displayName, ownerUserId }, graph, call }) {
      const input = {
        id: pageId,
        state: state ?? 'UNCLAIMED',
        displayName: displayName ?? null,
        ownerId: ownerUserId ?? null,
      };
      const made = (await graph.run(createPageWithId, { input }, call)).createPageWithId;
      return { success: true as const, page: restPage(made) };
    },
  });
  route({
    operation: {
      id: 'createPagesInBulk',
      tag: 'administration',
      summary: { fr: 'Créer de 1 à 1 000 pages d’un coup.', en: 'Create 1 to 1,000 pages at once.' },
      access: 'admin',
      codes: ['UNAUTHENTICATED', 'FORBIDDEN', 'QUANTITY_OUT_OF_RANGE', 'OWNER_NOT_FOUND'],
      idempotent: true,
    },
    answer: BulkMade,
    method: 'POST',
    url: '/api/admin/pages/bulk',
    params: NoParams,
    query: NoQuery,
    body: BulkBody,
    status: 201,
    async handle({ body: { ownerUserId, ...body }, graph, call }) {
      const input = { ...body, ownerId: ownerUserId ?? null };
      return { success: true as const, links: (await graph.run(createPages, { input }, call)).createPages };
    },
  });
}
