import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  call,
  callWithForm,
  PIXEL,
  PREFLIGHT,
  pictureForm,
  SUPERADMIN_SETTINGS,
  uploadForm,
} from '../src/api.ts';
import type { ApiDescription } from '../src/api-description.ts';
import { CALLERS, FIELD_MATRIX, GRAPHQL_MATRIX, REST_MATRIX } from '../src/authorization-matrix.ts';
import { operationOf, rootFields } from '../src/malformed.ts';
import { type OpenedProduct, openProduct } from '../src/open-product.ts';
import { type Peopled, peopled } from '../src/world.ts';

let product: OpenedProduct;
let world: Peopled['world'];
let people: Peopled['people'];
let tokenOf: Peopled['tokenOf'];
let sessionOf: Peopled['sessionOf'];
let schema: GraphQLSchema;
let description: ApiDescription;

const as = (token: string | undefined) => (token === undefined ? {} : { token });

beforeAll(async () => {
  // The tables cover the whole schema, so accept unlisted operations.
  product = await openProduct({ ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' });
  ({ world, people, tokenOf, sessionOf } = await peopled(product.origin));
  description = (await call(product.origin, 'GET', '/api/openapi.json')).body;
  const introspection = await call(product.origin, 'POST', '/graphql', { query: getIntrospectionQuery() });
  schema = buildClientSchema(introspection.body.data);
});
afterAll(async () => {
  await product?.close();
});

describe('REST (acceptance 157)', () => {
  test('every documented call is in the matrix, and no other', () => {
    const documented = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...new Set(REST_MATRIX.map((row) => row.call))].sort()).toEqual(documented.sort());
  });

  test.each(REST_MATRIX.map((row) => ({ name: [row.call, row.note].filter(Boolean).join(': '), row })))(
    '$name',
    async ({ row }) => {
      const [method = '', template = ''] = row.call.split(' ');
      const statuses: number[] = [];
      for (const kind of CALLERS) {
        const { path = template, body, image, ownSession } = (await row.with?.(world)) ?? {};
        const token = ownSession ? await sessionOf(kind) : tokenOf(kind);
        const answer = image
          ? callWithForm(product.origin, path, pictureForm(), as(token))
          : call(product.origin, method, path, body, as(token));
        statuses.push((await answer).status);
      }
      expect(statuses).toEqual(row.answers);
    },
  );
});

describe('REST with an invalid body', () => {
  const withBody = REST_MATRIX.filter(({ call: name }) => /^(POST|PUT|PATCH) (?!\/graphql)/.test(name));

  test.each([...new Set(withBody.map(({ call: name }) => name))])(
    '%s refuses unauthorized callers before it validates the body',
    async (name) => {
      const rows = withBody.filter((row) => row.call === name);
      const { path = name.split(' ')[1] ?? '' } = (await rows[0]?.with?.(world)) ?? {};
      for (const [at, kind] of CALLERS.entries()) {
        // Only callers whom all rows refuse.
        const refusals = new Set(rows.map(({ answers }) => answers[at]));
        const [status = 0] = refusals.size === 1 ? refusals : [];
        const refused = [401, 403, 404].includes(status);
        for (const [body, type] of [
          ['{"', 'application/json'],
          ['{"nonsense":1}', 'application/json'],
          [JSON.stringify('x'.repeat(200_000)), 'application/json'],
          ['<x/>', 'application/xml'],
        ] as const) {
          const options = { ...as(tokenOf(kind)), headers: { 'content-type': type } };
          const answer = await call(product.origin, name.split(' ')[0] ?? '', path, body, options);
          if (refused) expect([kind, body.slice(0, 20), answer.status]).toEqual([kind, body.slice(0, 20), status]);
          else expect([401, 403]).not.toContain(answer.status);
        }
      }
    },
  );
});

/** All scalar fields of an object and its inner objects, so that the fields are really resolved. */
function selectionOf(typeName: string, depth = 0): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return '';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    // Refused to some callers who may read the object; tested by rows of their own below.
    const rule = FIELD_MATRIX[typeName]?.[field.name];
    if (rule === 'page-owner' || rule === 'administrators') return [];
    if (isLeafType(named)) return [field.name];
    return depth < 2 ? [`${field.name} ${selectionOf(named.name, depth + 1)}`] : [];
  });
  return `{ __typename ${parts.join(' ')} }`;
}

async function graphql(query: string, variables: unknown, token: string | undefined): Promise<Answer['body']> {
  return (await call(product.origin, 'POST', '/graphql', { query, variables }, as(token))).body;
}

async function graphqlUpload(query: string, token: string | undefined): Promise<Answer['body']> {
  const form = uploadForm(PIXEL, query);
  return (await callWithForm(product.origin, '/graphql', form, { ...as(token), headers: PREFLIGHT })).body;
}

const nameOfRoot = (kind: string) => (kind === 'query' ? 'Query' : 'Mutation');

describe('GraphQL (acceptance 158)', () => {
  test('every query and mutation is in the matrix, and no other', () => {
    const wanted = rootFields(schema).map(({ kind, field }) => `${nameOfRoot(kind)}.${field.name}`);
    expect([...new Set(GRAPHQL_MATRIX.map((row) => row.field))].sort()).toEqual(wanted.sort());
  });

  test('every field of every object is in the matrix, and no other', () => {
    const objects = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__') && !['Query', 'Mutation'].includes(type.name),
    );
    const wanted = objects.flatMap((type) =>
      isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
    );
    const listed = Object.entries(FIELD_MATRIX).flatMap(([type, fields]) =>
      Object.keys(fields).map((field) => `${type}.${field}`),
    );
    expect(listed.sort()).toEqual(wanted.sort());
  });

  test.each(GRAPHQL_MATRIX.map((row) => ({ name: [row.field, row.note].filter(Boolean).join(': '), row })))(
    '$name',
    async ({ row }) => {
      const found = rootFields(schema).find(({ kind, field }) => row.field === `${nameOfRoot(kind)}.${field.name}`);
      if (found === undefined) throw new Error(`${row.field} is not in the schema`);
      // Without inner objects: callers without an account may not query more at once.
      const query = operationOf(found.kind, found.field, selectionOf(getNamedType(found.field.type).name, 1));
      const answers: string[] = [];
      for (const kind of CALLERS) {
        const variables = (await row.with?.(world)) ?? {};
        const token = row.ownSession ? await sessionOf(kind) : tokenOf(kind);
        const { data, errors } = row.image ? await graphqlUpload(query, token) : await graphql(query, variables, token);
        // Access to single fields has its own matrix; here only the field itself counts.
        const refused = data == null || data[found.field.name] == null;
        answers.push(refused ? (errors?.[0]?.extensions?.code ?? 'null without an error') : 'ok');
      }
      expect(answers).toEqual(row.answers);
    },
  );

  const guardedRows = GRAPHQL_MATRIX.filter(({ answers }) => answers[0] === 'UNAUTHENTICATED');

  test.each([...new Set(guardedRows.map(({ field }) => field))])(
    '%s refuses unauthorized callers before it validates arguments',
    async (name) => {
      const found = rootFields(schema).find(({ kind, field }) => name === `${nameOfRoot(kind)}.${field.name}`);
      if (found === undefined) throw new Error(`${name} is not in the schema`);
      if (found.field.args.length === 0) return;
      const query = operationOf(found.kind, found.field);
      const rows = guardedRows.filter(({ field }) => field === name);
      for (const [at, kind] of CALLERS.entries()) {
        const answers = new Set(rows.map((row) => row.answers[at]));
        const [only = ''] = answers.size === 1 ? answers : [];
        const wanted = ['UNAUTHENTICATED', 'FORBIDDEN'].includes(only) ? only : 'VALIDATION_FAILED';
        for (const variables of [
          {},
          Object.fromEntries(found.field.args.map((arg) => [arg.name, { nonsense: [1] }])),
        ]) {
          const isWrong =
            found.field.args.some(({ name: of }) => of in variables) || found.field.args.some(isRequiredArgument);
          if (!isWrong) continue;
          const { errors } = await graphql(query, variables, tokenOf(kind));
          expect([kind, variables, errors?.[0]?.extensions?.code]).toEqual([kind, variables, wanted]);
        }
      }
    },
  );

  const personal = Object.entries(FIELD_MATRIX.User ?? {})
    .filter(([, rule]) => rule === 'personal')
    .map(([name]) => name);

  test('personal fields are visible only to the person and to administrators', async () => {
    const fields = personal.join(' ');
    const shown = (user: Record<string, unknown> | null) => personal.filter((name) => user?.[name] != null);
    const mine = await graphql(`{ me { ${fields} } }`, {}, people.other.token);
    // A driver without a phone or a picture has none to show.
    expect(shown(mine.data.me)).toEqual(expect.arrayContaining(['email', 'role', 'createdAt', 'pageCount']));

    const messageId = await world.message();
    await graphql('mutation($id: ID!) { claimSupportMessage(id: $id) { id } }', { id: messageId }, people.admin.token);
    const asked = `query($id: ID!) { supportMessage(id: $id) { handler { id username ${fields} } } }`;
    const bySupport = (await graphql(asked, { id: messageId }, people.support.token)).data.supportMessage.handler;
    expect(bySupport).toMatchObject({ id: people.admin.id, username: people.admin.username });
    expect(shown(bySupport)).toEqual([]);
    const byAdmin = (await graphql(asked, { id: messageId }, people.superadmin.token)).data.supportMessage.handler;
    expect(shown(byAdmin)).toEqual(expect.arrayContaining(['email', 'role', 'createdAt', 'pageCount']));
  });

  test("a page's figures over all its ownerships are visible only to administrators", async () => {
    const query =
      'query($id: ID!) { page(id: $id) { analytics { summary { views } } adminAnalytics { totalEvents } } }';
    for (const kind of ['owner', 'admin', 'superadmin'] as const) {
      const own = query.replace(' adminAnalytics { totalEvents }', '');
      expect((await graphql(own, { id: world.pageId }, tokenOf(kind))).data.page.analytics.summary).toBeDefined();
    }
    const refused = await graphql(query, { id: world.pageId }, people.owner.token);
    expect([refused.data, refused.errors[0].extensions.code]).toEqual([null, 'FORBIDDEN']);
    const allowed = await graphql(query, { id: world.pageId }, people.admin.token);
    expect(allowed.data.page.adminAnalytics.totalEvents).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['entities', '{ _entities(representations: []) { __typename } }'],
    ['a service’s own schema', '{ _service { sdl } }'],
    ['inner keys', '{ myPages { nodes { uid tenure } } }'],
  ])('hides %s from everyone', async (_, query) => {
    for (const kind of CALLERS) {
      const { errors } = await graphql(query, {}, tokenOf(kind));
      expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    }
  });
});
