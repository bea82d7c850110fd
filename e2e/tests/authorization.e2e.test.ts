import { randomUUID } from 'node:crypto';
import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  call,
  createPage,
  logIn,
  type Person,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
  someAddress,
} from '../src/api.ts';
import {
  CALLERS,
  type CallerKind,
  FIELD_MATRIX,
  GRAPHQL_MATRIX,
  REST_MATRIX,
  type World,
} from '../src/authorization-matrix.ts';
import { type ApiDescription, operationOf, rootFields } from '../src/malformed.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

/** The smallest picture there is: one pixel of PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let directory: TemporaryDirectory;
let product: Product;
let admin: string;
let superadmin: string;
let people: Readonly<Record<Exclude<CallerKind, 'anonymous'>, { readonly token: string } & Partial<Person>>>;
let world: World;
let schema: GraphQLSchema;
let description: ApiDescription;

const fresh = () => `m-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
const as = (token: string | undefined) => (token === undefined ? {} : { token });
const tokenOf = (kind: CallerKind) => (kind === 'anonymous' ? undefined : people[kind].token);

async function made(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`could not prepare: ${status} ${JSON.stringify(body)}`);
  return body;
}

const api = (method: string, path: string, body: unknown, token?: string) =>
  made(call(product.origin, method, path, body, as(token)));

async function staff(role: string): Promise<Person> {
  const person = await signUp(product.origin);
  await api('PATCH', `/api/admin/users/${person.id}/role`, { role }, superadmin);
  return person;
}

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, SUPERADMIN_SETTINGS);
  superadmin = await logIn(product.origin, SUPERADMIN);
  const owner = await signUp(product.origin);
  const administrator = await staff('ADMIN');
  admin = administrator.token;
  people = {
    other: await signUp(product.origin),
    owner,
    support: await staff('SUPPORT'),
    admin: administrator,
    superadmin: { token: superadmin, ...SUPERADMIN },
  };
  const pageId = await createPage(product.origin, owner.token);
  world = {
    pageId,
    fresh,
    unclaimedPage: async () => {
      const id = fresh();
      await api('POST', '/api/admin/pages/create', { pageId: id, state: 'UNCLAIMED' }, admin);
      return id;
    },
    driver: () => signUp(product.origin),
    superadmin: async () => (await staff('SUPERADMIN')).id,
    message: async () => {
      const sent = {
        name: 'Matrix',
        email: `${fresh()}@example.com`,
        subject: fresh(),
        message: 'A message to be read.',
      };
      await api('POST', '/api/support/contact', sent);
      const { messages } = await api('GET', '/api/support/inbox?limit=50', undefined, admin);
      return messages.find(({ subject }: { subject: string }) => subject === sent.subject).id;
    },
    workbook: async () => {
      const { excelFile } = await api('POST', '/api/admin/pages/bulk', { quantity: 1 }, admin);
      return { path: excelFile, id: /([^/.]+)\.xlsx$/.exec(excelFile)?.[1] ?? '' };
    },
  };
  description = (await call(product.origin, 'GET', '/api/openapi.json')).body;
  const introspection = await call(product.origin, 'POST', '/graphql', { query: getIntrospectionQuery() });
  schema = buildClientSchema(introspection.body.data);
});
afterAll(async () => {
  await product.stop();
  await directory.remove();
});

/** A session of its own for calls that end it. */
async function sessionOf(kind: CallerKind): Promise<string | undefined> {
  if (kind === 'anonymous') return undefined;
  const { email, password } = people[kind];
  if (email === undefined || password === undefined) throw new Error(`${kind} cannot sign in`);
  return logIn(product.origin, { email, password });
}

async function upload(path: string, token: string | undefined): Promise<number> {
  const body = new FormData();
  body.append('image', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  const response = await fetch(product.origin + path, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': someAddress(), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  await response.arrayBuffer();
  return response.status;
}

describe('REST', () => {
  test('every documented call is in the matrix, and nothing else', () => {
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
        statuses.push(
          image ? await upload(path, token) : (await call(product.origin, method, path, body, as(token))).status,
        );
      }
      expect(statuses).toEqual(row.answers);
    },
  );
});

/** Everything of an object that is no object itself, so that its fields are really resolved. */
function selectionOf(typeName: string, depth = 0): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return '';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    // Refused to some who may have the object: rows of their own below.
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

describe('GraphQL', () => {
  test('every query and mutation is in the matrix, and nothing else', () => {
    const wanted = rootFields(schema).map(
      ({ kind, field }) => `${kind === 'query' ? 'Query' : 'Mutation'}.${field.name}`,
    );
    expect([...new Set(GRAPHQL_MATRIX.map((row) => row.field))].sort()).toEqual(wanted.sort());
  });

  test('every field of every object is in the matrix, and nothing else', () => {
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
      const found = rootFields(schema).find(
        ({ kind, field }) => row.field === `${kind === 'query' ? 'Query' : 'Mutation'}.${field.name}`,
      );
      if (found === undefined) throw new Error(`${row.field} is not in the schema`);
      const query = operationOf(found.kind, found.field, selectionOf(getNamedType(found.field.type).name));
      const answers: string[] = [];
      for (const kind of CALLERS) {
        const variables = (await row.with?.(world)) ?? {};
        const { data, errors } = await graphql(
          query,
          variables,
          row.ownSession ? await sessionOf(kind) : tokenOf(kind),
        );
        // What the whole object may show is the fields' matrix's business; here it is whether the field answers.
        const refused = data == null || data[found.field.name] == null;
        answers.push(refused ? (errors?.[0]?.extensions?.code ?? 'null without an error') : 'ok');
      }
      expect(answers).toEqual(row.answers);
    },
  );

  const personal = Object.entries(FIELD_MATRIX.User ?? {})
    .filter(([, rule]) => rule === 'personal')
    .map(([name]) => name);

  test('personal fields show to the person and to administrators alone', async () => {
    const fields = personal.join(' ');
    const shown = (user: Record<string, unknown> | null) => personal.filter((name) => user?.[name] != null);
    const mine = await graphql(`{ me { ${fields} } }`, {}, people.other.token);
    // A driver without a phone or a picture has none to show.
    expect(shown(mine.data.me)).toEqual(expect.arrayContaining(['email', 'role', 'createdAt', 'pageCount']));

    const messageId = await world.message();
    await graphql('mutation($id: ID!) { claimSupportMessage(id: $id) { id } }', { id: messageId }, admin);
    const asked = `query($id: ID!) { supportMessage(id: $id) { handler { id username ${fields} } } }`;
    const bySupport = (await graphql(asked, { id: messageId }, people.support.token)).data.supportMessage.handler;
    expect(bySupport).toMatchObject({ id: people.admin.id, username: people.admin.username });
    expect(shown(bySupport)).toEqual([]);
    const byAdmin = (await graphql(asked, { id: messageId }, superadmin)).data.supportMessage.handler;
    expect(shown(byAdmin)).toEqual(expect.arrayContaining(['email', 'role', 'createdAt', 'pageCount']));
  });

  test('the figures of a page over all its ownerships are for administrators alone', async () => {
    const query =
      'query($id: ID!) { page(id: $id) { analytics { summary { views } } adminAnalytics { totalEvents } } }';
    for (const kind of ['owner', 'admin', 'superadmin'] as const) {
      const own = query.replace(' adminAnalytics { totalEvents }', '');
      expect((await graphql(own, { id: world.pageId }, tokenOf(kind))).data.page.analytics.summary).toBeDefined();
    }
    const refused = await graphql(query, { id: world.pageId }, people.owner.token);
    expect([refused.data, refused.errors[0].extensions.code]).toEqual([null, 'FORBIDDEN']);
    const allowed = await graphql(query, { id: world.pageId }, admin);
    expect(allowed.data.page.adminAnalytics.totalEvents).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['entities', '{ _entities(representations: []) { __typename } }'],
    ['a service’s own schema', '{ _service { sdl } }'],
    ['inner keys', '{ myPages { nodes { uid tenure } } }'],
  ])('keeps %s from everybody', async (_, query) => {
    for (const kind of CALLERS) {
      const { errors } = await graphql(query, {}, tokenOf(kind));
      expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    }
  });
});
