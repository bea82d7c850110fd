import { text } from '@volant/infra/text/outside-text';
import { LONGEST_REASON, MOST_PAGES_CHANGED } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { LARGE_BODY } from '../http/json-body.ts';
import { fixedOperation } from '../supergraph/graph.ts';
import { succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import {
  DISPLAY_NAME,
  graphEnum,
  ListQuery,
  listInParts,
  orderedBy,
  orderOf,
  PAGE_ID,
  PageState,
  requiredText,
} from './inputs.ts';
import { PAGE_FIELDS, PAGES_FIELDS, PageList, PageMade, restPage, restPages, taggedPage } from './page.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const pages = fixedOperation(`query RestPages(
  $first: Int
  $after: String
  $filter: PageFilter
  $orderBy: PageColumn
  $descending: Boolean
) {
  pages(first: $first, after: $after, filter: $filter, orderBy: $orderBy, descending: $descending) { ${PAGES_FIELDS} }
}`);
const createPageWithId = fixedOperation(`mutation RestCreatePageWithId($input: CreatePageWithIdInput!) {
  createPageWithId(input: $input) { ${PAGE_FIELDS} }
}`);
const administerPage =
  fixedOperation(`mutation RestAdministerPage($id: ID!, $input: AdministerPageInput!, $expectedVersion: Int) {
  administerPage(id: $id, input: $input, expectedVersion: $expectedVersion) { ${PAGE_FIELDS} }
}`);
const changePages = fixedOperation(`mutation RestChangePages(
  $changes: [PageChangeInput!]!
  $commonReason: DeactivationReason
  $reason: String
) {
  changePages(changes: $changes, commonReason: $commonReason, reason: $reason) { id outcome version code error }
}`);
const deletePage = fixedOperation('mutation RestDeletePage($id: ID!) { deletePage(id: $id) { id } }');

const PagesChanged = succeeded('PagesChanged', {
  pages: fieldsOf(changePages).changePages.meta({
    description: 'One for each change, in the same order; refused ones have a code and its text.',
  }),
});

const AdminListQuery = ListQuery.extend({
  search: text(200).optional(),
  state: z.union([PageState, z.literal('ALL')]).optional(),
  claimed: z.enum(['ALL', 'CLAIMED', 'UNCLAIMED']).optional(),
  owner: text(64).optional(),
  ...orderedBy('PageColumn'),
});
const CreateBody = z.strictObject({
  pageId: requiredText(PAGE_ID),
  state: PageState.optional(),
  displayName: text().nullable().meta(DISPLAY_NAME).optional(),
  ownerUserId: text().nullable().optional(),
});
/** Of a page that becomes DEACTIVATED: a common reason, own words, or both. */
const Reason = {
  commonReason: graphEnum('DeactivationReason')
    .nullable()
    .optional()
    .meta({ description: 'Mailed to the owner in the owner’s language.' }),
  reason: text().nullable().meta({ maxLength: LONGEST_REASON }).optional(),
};
const AdministerBody = z.strictObject({
  newId: text()
    .nullable()
    // With an empty id, the page keeps its present one.
    .meta({ ...PAGE_ID, pattern: '^[A-Za-z0-9_-]*$' })
    .optional(),
  state: PageState.optional(),
  displayName: text().nullable().meta(DISPLAY_NAME).optional(),
  ownerUserId: text().nullable().optional(),
  ...Reason,
});
const StateBody = z.strictObject({ state: PageState, ...Reason });
const ChangesBody = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        id: text(200),
        expectedVersion: z.int32().min(0).optional(),
        state: PageState.optional(),
        displayName: text().nullable().meta(DISPLAY_NAME).optional(),
        ownerUserId: text().nullable().optional(),
      }),
    )
    .max(MOST_PAGES_CHANGED),
  ...Reason,
});

const FIELDS = { ownerId: 'ownerUserId' };
const CHANGE_CODES = ['PAGE_NOT_FOUND', 'PAGE_CHANGED', 'REASON_REQUIRED', 'CONFLICT', 'TOO_MANY_CHANGES'];

/** All pages, for administrators. */
export function registerAdminPages(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'administration', access: 'admin' });
  route({
    id: 'listPages',
    summary:
      'List all pages, by default newest first; `search` looks at id, display name, and the owner’s name and e-mail address.',
    answer: PageList,
    endpoint: 'GET /api/admin/pages',
    query: AdminListQuery,
    fields: { ownerId: 'owner' },
    async handle({ query: { search, state, claimed, owner, ...paging }, ask }) {
      const filter = {
        search: search ?? null,
        state: state === 'ALL' ? null : (state ?? null),
        claimed: claimed === 'ALL' ? null : (claimed ?? null),
        ownerId: owner ?? null,
      };
      const list = listInParts(paging, (part) => ask(pages, { filter, ...part, ...orderOf(paging) }));
      return restPages(await list);
    },
  });
  route({
    id: 'createPageWithId',
    summary: 'Create a page with an id of one’s choice.',
    codes: [
      'PAGE_ID_REQUIRED',
      'PAGE_ID_INVALID',
      'PAGE_ID_TAKEN',
      'OWNER_NOT_FOUND',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    answer: PageMade,
    endpoint: 'POST /api/admin/pages/create',
    body: CreateBody,
    fields: { ...FIELDS, id: 'pageId' },
    status: 201,
    async handle({ body: { pageId, state, displayName, ownerUserId }, ask }) {
      const input = {
        id: pageId,
        state: state ?? 'UNCLAIMED',
        displayName: displayName ?? null,
        ownerId: ownerUserId ?? null,
      };
      return { page: restPage(await ask(createPageWithId, { input })) };
    },
  });
  route({
    id: 'administerPage',
    summary: 'Change id, state, display name and owner of a page, all or nothing; the former id keeps leading to it.',
    codes: [...CHANGE_CODES, 'PAGE_ID_INVALID', 'PAGE_ID_TAKEN', 'OWNER_NOT_FOUND'],
    versioned: true,
    answer: PageMade,
    endpoint: 'PUT /api/admin/pages/:id',
    body: AdministerBody,
    fields: FIELDS,
    handle: async ({ params, body, expectedVersion, ask, reply }) =>
      taggedPage(reply, await ask(administerPage, { ...params, input: ownerIdOf(body), expectedVersion })),
  });
  route({
    id: 'changePageState',
    summary:
      'Change the state of a page; UNCLAIMED takes it from its owner, DEACTIVATED of an owned page needs a `commonReason`, a `reason` or both, which its owner is mailed.',
    codes: CHANGE_CODES,
    versioned: true,
    answer: PageMade,
    endpoint: 'PATCH /api/admin/pages/:id',
    body: StateBody,
    handle: async ({ params, body, expectedVersion, ask, reply }) =>
      taggedPage(reply, await ask(administerPage, { ...params, input: withReason(body), expectedVersion })),
  });
  route({
    id: 'changePages',
    summary: 'Change state, display name or owner of up to 500 pages, each on its own; tells what became of each.',
    answer: PagesChanged,
    endpoint: 'POST /api/admin/pages/changes',
    body: ChangesBody,
    bodyLimit: LARGE_BODY,
    fields: FIELDS,
    async handle({ body, ask }) {
      const { changes, commonReason = null, reason } = withReason(body);
      const variables = { changes: changes.map(ownerIdOf), commonReason, reason };
      return { pages: await ask(changePages, variables) };
    },
  });
  route({
    id: 'deletePage',
    summary: 'Delete a page with its events, figures and pictures.',
    codes: ['PAGE_NOT_FOUND', 'CONFLICT'],
    endpoint: 'DELETE /api/admin/pages/:id',
    handle: ({ params, run }) => run(deletePage, params),
  });
}

/** GraphQL calls the owner `ownerId`. */
function ownerIdOf<Body extends { readonly ownerUserId?: string | null | undefined }>({ ownerUserId, ...body }: Body) {
  return { ...body, ...(ownerUserId === undefined ? {} : { ownerId: ownerUserId }) };
}

/** An empty reason is refused where one is needed; a missing one is not, because the documented PUT has none. */
function withReason<Body extends { readonly reason?: string | null | undefined }>(body: Body) {
  return { ...body, reason: body.reason ?? '' };
}
