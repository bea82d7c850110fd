import { excessOf } from '@volant/infra/text/input-bounds';
import { jsonOf } from '@volant/infra/text/json-of';
import { text } from '@volant/infra/text/outside-text';
import { CONTACT_CODES } from '@volant/proto/contact/contacts';
import { DISPLAY_STYLES, eachSwitch, eachText } from '@volant/proto/profile/profile';
import { REGISTER_CODES } from '@volant/proto/profile/registers';
import { z } from 'zod';
import { LARGE_BODY } from '../http/json-body.ts';
import { fixedOperation } from '../supergraph/graph.ts';
import { fieldsOf } from './graph-shapes.ts';
import { DISPLAY_NAME, ListQuery, listInParts, PageState } from './inputs.ts';
import { PAGE_FIELDS, PAGES_FIELDS, Page, PageList, PageMade, page, restPages, taggedPage } from './page.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const myPages = fixedOperation(
  `query RestMyPages($first: Int, $after: String) { myPages(first: $first, after: $after) { ${PAGES_FIELDS} } }`,
);
const createPage = fixedOperation(
  `mutation RestCreatePage($input: PageInput!) { createPage(input: $input) { ${PAGE_FIELDS} } }`,
);
const updatePage = fixedOperation(`mutation RestUpdatePage($id: ID!, $input: PageInput!, $expectedVersion: Int) {
  updatePage(id: $id, input: $input, expectedVersion: $expectedVersion) { ${PAGE_FIELDS} }
}`);
const claimPage = fixedOperation('mutation RestClaimPage($id: ID!) { claimPage(id: $id) { id } }');
export const PageClaimed = z.strictObject({ success: z.literal(true), page: fieldsOf(claimPage).claimPage });

/** An object or its JSON text: older clients send the blocks as they store them. */
const Blocks = z.union([
  z.record(text(), z.unknown()),
  text().transform((json, context) => {
    const value = z.record(text(), z.unknown()).safeParse(jsonOf(json));
    if (value.success && excessOf(value.data) === undefined) return value.data;
    context.addIssue({ code: 'custom', message: 'not the text of an object' });
    return z.NEVER;
  }),
]);

const optional = () => text().nullable().optional();
/** Which fields there are; their contents are checked by the service. */
const BlocksInput = z.strictObject({
  ...eachText(optional),
  ...eachSwitch(() => z.boolean().nullable().optional()),
  displayStyle: z.enum(DISPLAY_STYLES).nullable().optional(),
  customFields: z
    .array(
      z.strictObject({
        id: z
          .union([text(), z.number().transform(String)])
          .nullable()
          .optional(),
        name: optional(),
        value: optional(),
        icon: optional(),
        color: optional(),
      }),
    )
    .nullable()
    .optional(),
});

const PageBody = z.strictObject({
  displayName: text().meta(DISPLAY_NAME).optional(),
  blocksJson: Blocks.pipe(BlocksInput)
    .optional()
    .meta({ description: 'As `Blocks`, or the JSON text of such an object. What is absent stays as it is.' }),
  state: PageState.optional(),
  avatar: text().nullable().optional(),
  indexable: z.boolean().optional(),
});

const FIELDS = { profile: 'blocksJson' };

export function registerPages(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'pages', access: 'page-owner' });
  route({
    id: 'listMyPages',
    summary: 'List one’s own pages, newest first.',
    access: 'signed-in',
    answer: PageList,
    endpoint: 'GET /api/pages/mine',
    query: ListQuery,
    handle: async ({ query, ask }) => restPages(await listInParts(query, (part) => ask(myPages, part))),
  });
  route({
    id: 'readPage',
    summary: 'Read a page.',
    codes: ['PAGE_NOT_FOUND'],
    versioned: true,
    answer: z.strictObject({ page: Page }),
    endpoint: 'GET /api/pages/:id',
    handle: async ({ params, ask, reply }) => taggedPage(reply, await ask(page, params)),
  });
  route({
    id: 'createPage',
    summary: 'Create a page of one’s own.',
    access: 'signed-in',
    codes: [
      'FORBIDDEN',
      'NAMES_REQUIRED',
      ...CONTACT_CODES,
      ...REGISTER_CODES,
      'PAGE_LIMIT_REACHED',
      'IMAGE_NOT_FOUND',
      'IDEMPOTENCY_KEY_REUSED',
      'TOO_MANY_CHANGES',
    ],
    versioned: true,
    answer: PageMade,
    endpoint: 'POST /api/pages',
    body: PageBody,
    bodyLimit: LARGE_BODY,
    fields: FIELDS,
    status: 201,
    handle: async ({ body, ask, reply }) => taggedPage(reply, await ask(createPage, { input: inputOf(body) })),
  });
  route({
    id: 'updatePage',
    summary: 'Change a page.',
    codes: [
      'FORBIDDEN',
      'PAGE_NOT_FOUND',
      'PAGE_CHANGED',
      'PAGE_DEACTIVATED',
      'NAMES_REQUIRED',
      ...CONTACT_CODES,
      ...REGISTER_CODES,
      'IMAGE_NOT_FOUND',
      'TOO_MANY_CHANGES',
    ],
    versioned: true,
    answer: PageMade,
    endpoint: 'PATCH /api/pages/:id',
    body: PageBody,
    bodyLimit: LARGE_BODY,
    fields: FIELDS,
    handle: async ({ params, body, expectedVersion, ask, reply }) =>
      taggedPage(reply, await ask(updatePage, { ...params, input: inputOf(body), expectedVersion })),
  });
  route({
    id: 'claimPage',
    summary: 'Claim a page that has no owner.',
    access: 'signed-in',
    codes: ['PAGE_NOT_FOUND', 'PAGE_ALREADY_CLAIMED', 'PAGE_INACTIVE', 'TOO_MANY_REQUESTS'],
    answer: PageClaimed,
    endpoint: 'POST /api/pages/:id/claim',
    handle: async ({ params, ask }) => ({ page: await ask(claimPage, params) }),
  });
}

function inputOf({ blocksJson, ...rest }: z.infer<typeof PageBody>): Record<string, unknown> {
  return { ...rest, ...(blocksJson === undefined ? {} : { profile: blocksJson }) };
}
