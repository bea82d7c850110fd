import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call, SUPERADMIN_SETTINGS } from '../src/api.ts';
import { builtCalls, type DescribedCall } from '../src/api-description.ts';
import { ON_SERVERS, type OpenedProduct, openProduct } from '../src/open-product.ts';
import { OBJECT_FIELDS } from '../src/operations/object-fields.ts';
import { ANSWERS, type Operation, type RestCall } from '../src/operations/operation.ts';
import { sendGraphql, sendRest } from '../src/operations/send.ts';
import { GRAPH_OPERATIONS, REST_OPERATIONS } from '../src/operations/table.ts';
import { operationOf, rootField, rootFields, selectedOperation } from '../src/root-fields.ts';
import { CALLERS, type CallerKind, type Peopled, peopled } from '../src/world.ts';

const calls = await builtCalls();

let product: OpenedProduct;
let there: Peopled;
let world: Peopled['world'];
let people: Peopled['people'];
let tokenOf: Peopled['tokenOf'];
let schema: GraphQLSchema;

/** For what the same code does on servers, where it would take a minute more. */
const embedded = test.skipIf(ON_SERVERS);

const as = (token: string | undefined) => (token === undefined ? {} : { token });

beforeAll(async () => {
  // The table covers the whole schema, so accept unlisted operations.
  product = await openProduct({ ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' });
  there = await peopled(product.origin, undefined, product);
  ({ world, people, tokenOf } = there);
  const introspection = await call(product.origin, 'POST', '/graphql', { query: getIntrospectionQuery() });
  schema = buildClientSchema(introspection.body.data);
});
afterAll(async () => {
  await product?.close();
});

/** The answers that each caller should get: `ok`, or the code of the refusal. */
function expectedAnswers(
  { who, instead }: Pick<Operation, 'who' | 'instead'>,
  adminsGet = 'FORBIDDEN',
): readonly string[] {
  return ANSWERS[who].map((answer, at) => {
    if (answer === 'ok') return instead?.code ?? answer;
    return answer === 'FORBIDDEN' && CALLERS[at] === 'admin' ? adminsGet : answer;
  });
}

/** The most privileged caller with each answer. */
function oneOfEach({ who }: Pick<Operation, 'who'>): readonly { readonly kind: CallerKind; readonly answer: string }[] {
  return [...new Map(CALLERS.map((kind, at) => [ANSWERS[who][at] ?? '', kind]))].map(([answer, kind]) => ({
    kind,
    answer,
  }));
}

/** The answers that each caller gets to a request. After an accepted one, the request is prepared again. */
async function answers<Made>(
  make: () => Promise<Made> | Made,
  ask: (kind: CallerKind, made: Made) => Promise<string>,
): Promise<readonly string[]> {
  const given: string[] = [];
  let made = await make();
  for (const kind of CALLERS) {
    if (given.at(-1) === 'ok') made = await make();
    given.push(await ask(kind, made));
  }
  return given;
}

const ownToken = ({ endsSession }: Operation, kind: CallerKind) =>
  endsSession ? there.sessionOf(kind) : Promise.resolve(tokenOf(kind));

function described(name: string): DescribedCall {
  const found = calls.get(name);
  if (found === undefined) throw new Error(`${name} is not in the description`);
  return found;
}

describe('REST', () => {
  test('every documented call is in the table, and no other', () => {
    expect(REST_OPERATIONS.map(({ name }) => name).sort()).toEqual([...calls.keys()].sort());
  });

  const rows = REST_OPERATIONS.flatMap((row) => {
    const makeCall = (row.instead && row.rest.refusals?.[row.instead.code]) ?? row.rest.call;
    const variants = (row.variants ?? []).map((variant) => ({
      title: `${row.name}, if ${variant.name}`,
      ...{ row, makeCall: variant.rest, expected: expectedAnswers(variant, variant.adminsGet) },
    }));
    return [{ title: row.name, row, makeCall, expected: expectedAnswers(row) }, ...variants];
  });

  test.each(rows)('$title is open to its callers and refused to others', async ({ row, makeCall, expected }) => {
    const make = () => makeCall(there);
    const given = await answers(make, async (kind, { token: _, ...made }) => {
      const { status, body } = await sendRest(product.origin, described(row.name), made, as(await ownToken(row, kind)));
      return status < 400 ? 'ok' : body.code;
    });
    expect(given).toEqual(expected);
  });

  const withBody = REST_OPERATIONS.filter(({ name, who }) => who !== 'anyone' && calls.get(name)?.method !== 'GET');

  embedded.each(withBody)('$name refuses unauthorized callers before it validates the body', async (row) => {
    const { method, path } = described(row.name);
    const made: RestCall = await row.rest.call(there);
    for (const { kind, answer: refusal } of oneOfEach(row)) {
      for (const [body, type] of [
        ['{"', 'application/json'],
        ['{"nonsense":1}', 'application/json'],
        [JSON.stringify('x'.repeat(200_000)), 'application/json'],
        ['<x/>', 'application/xml'],
      ] as const) {
        const options = { ...as(tokenOf(kind)), headers: { 'content-type': type } };
        const answer = await call(product.origin, method, made.path ?? path, body, options);
        const refused =
          refusal === 'ok' ? [kind, expect.not.stringMatching(/^(UNAUTHENTICATED|FORBIDDEN)$/)] : [kind, refusal];
        expect([kind, String(answer.body.code)]).toEqual(refused);
      }
    }
  });
});

async function graphql(query: string, variables: object, token: string | undefined): Promise<Answer['body']> {
  return (await sendGraphql(product.origin, query, variables, as(token))).body;
}

describe('GraphQL', () => {
  test('every query and mutation is in the table once, and no other', () => {
    const fields = rootFields(schema).map(
      ({ kind, field }) => `${kind === 'query' ? 'Query' : 'Mutation'}.${field.name}`,
    );
    expect(GRAPH_OPERATIONS.map(({ graph }) => graph.field).sort()).toEqual(fields.sort());
  });

  test('every field of every object is in the table, and no other', () => {
    const objects = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__') && !['Query', 'Mutation'].includes(type.name),
    );
    const expected = objects.flatMap((type) =>
      isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
    );
    const listed = Object.entries(OBJECT_FIELDS).flatMap(([type, fields]) =>
      Object.keys(fields).map((field) => `${type}.${field}`),
    );
    expect(listed.sort()).toEqual(expected.sort());
  });

  const rows = GRAPH_OPERATIONS.flatMap((row) => {
    const { instead, graph } = row;
    const variables = instead === undefined ? graph.variables : () => instead.variables;
    const variants = (row.variants ?? []).map((variant) => ({
      title: `${row.name}, if ${variant.name}`,
      ...{ row, variables: variant.variables, expected: expectedAnswers(variant, variant.adminsGet) },
    }));
    return [{ title: row.name, row, variables, expected: expectedAnswers(row) }, ...variants];
  });

  test.each(rows)('$title is open to its callers and refused to others', async ({ row, variables, expected }) => {
    const { field, picture } = row.graph;
    const query = selectedOperation(schema, field);
    const make = async () => (picture ? 'picture' : ((await variables?.(there)) ?? {}));
    const given = await answers(make, async (kind, values) => {
      const { body } = await sendGraphql(product.origin, query, values, as(await ownToken(row, kind)));
      // Access to single fields has its own matrix; here only the root field counts.
      const refused = body.data?.[field.split('.')[1] ?? ''] == null;
      return refused ? (body.errors?.[0]?.extensions?.code ?? 'null without an error') : 'ok';
    });
    expect(given).toEqual(expected);
  });

  const guarded = GRAPH_OPERATIONS.filter(({ who }) => who !== 'anyone');

  embedded.each(guarded)('$name refuses unauthorized callers before it validates arguments', async (row) => {
    const { kind: operation, field } = rootField(schema, row.graph.field);
    const query = operationOf(operation, field);
    const nonsense = Object.fromEntries(field.args.map(({ name }) => [name, { nonsense: [1] }]));
    const invalid = [
      ...(field.args.some(isRequiredArgument) ? [{}] : []),
      ...(field.args.length > 0 ? [nonsense] : []),
    ];
    expect(invalid.length).toBeLessThanOrEqual(2);
    for (const { kind, answer } of oneOfEach(row)) {
      const code = ['UNAUTHENTICATED', 'FORBIDDEN'].includes(answer) ? answer : 'VALIDATION_FAILED';
      for (const variables of invalid) {
        const { errors } = await graphql(query, variables, tokenOf(kind));
        expect([kind, variables, errors?.[0]?.extensions?.code]).toEqual([kind, variables, code]);
      }
    }
  });

  const personal = Object.entries(OBJECT_FIELDS.User ?? {})
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
    const query = `query($id: ID!) { supportMessage(id: $id) { handler { id username ${fields} } } }`;
    const bySupport = (await graphql(query, { id: messageId }, people.support.token)).data.supportMessage.handler;
    expect(bySupport).toMatchObject({ id: people.admin.id, username: people.admin.username });
    expect(shown(bySupport)).toEqual([]);
    const byAdmin = (await graphql(query, { id: messageId }, people.superadmin.token)).data.supportMessage.handler;
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
