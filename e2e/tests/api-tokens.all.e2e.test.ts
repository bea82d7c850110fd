import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../src/api.ts';
import { builtCalls, type DescribedCall, SCOPES, type Scope, scopesOf } from '../src/api-description.ts';
import { password } from '../src/operations/operation.ts';
import { sendGraphql, sendRest } from '../src/operations/send.ts';
import { GRAPH_OPERATIONS, REST_OPERATIONS } from '../src/operations/table.ts';
import { useCallers } from '../src/peopled-product.ts';
import { selectedOperation } from '../src/root-fields.ts';

/** What each scope opens: calls of REST, and root fields of the graph. Every token opens `readMe` and `Query.me`. */
const OPENED: Readonly<Record<Scope, readonly string[]>> = {
  PAGES_READ: [
    ...['listPages', 'readPage', 'readPageHistory', 'listCards'],
    ...['Query.pages', 'Query.page', 'Query.adminPage', 'Query.pageHistory'],
  ],
  PAGES_CREATE: [
    ...['createPagesInBulk', 'createPageWithId', 'downloadWorkbook'],
    ...['Mutation.createPages', 'Mutation.createPageWithId', 'Query.pageWorkbook'],
  ],
  PAGES_CHANGE: [
    ...['updatePage', 'uploadPageImage', 'administerPage', 'changePageState', 'changePages'],
    ...['Mutation.updatePage', 'Mutation.uploadPageImage', 'Mutation.administerPage', 'Mutation.changePages'],
  ],
  CARDS_PRODUCE: [
    ...['listBatches', 'readBatch', 'markCards', 'downloadWorkbook'],
    ...['Query.batches', 'Query.batch', 'Mutation.markCards', 'Query.pageWorkbook'],
  ],
  FIGURES_READ: [
    ...['readPageAnalytics', 'readPageFigures', 'adminPageAnalytics'],
    ...['Query.page', 'Query.adminPage'],
  ],
};
const REFUSED = /^(TOKEN_NOT_ALLOWED|[A-Z]+_[A-Z]+_MISSING)$/;

const calls = await builtCalls();
const there = useCallers();

let schema: GraphQLSchema;
beforeAll(async () => {
  const { body } = await sendGraphql(there().origin, getIntrospectionQuery(), {});
  schema = buildClientSchema(body.data);
});

function described(name: string): DescribedCall {
  const found = calls.get(name);
  if (found === undefined) throw new Error(`${name} is not in the description`);
  return found;
}

const openedBy = (name: string) => SCOPES.filter((scope) => OPENED[scope].includes(name));

/** The code that a token of one scope should get; undefined if the scope opens the operation. */
function refusalOf(name: string, scope: Scope): string | undefined {
  const [first, ...others] = openedBy(name);
  if (first === undefined) return 'TOKEN_NOT_ALLOWED';
  return [first, ...others].includes(scope) ? undefined : `${first}_MISSING`;
}

/**
 * The scopes of each token to try: one with all scopes where none opens the operation, otherwise one for each. Those
 * that do not open it come first, because an opened call may be possible only once.
 */
function inTurn(name: string): readonly (readonly [Scope, ...Scope[]])[] {
  const [first, ...others] = [...SCOPES].sort((a, b) => Number(!refusalOf(name, a)) - Number(!refusalOf(name, b)));
  if (first === undefined) return [];
  return openedBy(name).length === 0 ? [[first, ...others]] : [first, ...others].map((scope) => [scope]);
}

describe('an API token over REST', () => {
  const rows = REST_OPERATIONS.filter(({ name, who }) => who !== 'anyone' && name !== 'readMe');

  test.each(rows)('$name is open to the scopes of the table, and to no other', async ({ name, rest }) => {
    expect(scopesOf(described(name).operation)).toEqual(openedBy(name));
    const { token: _, as: __, ...made } = await rest.call(there());
    for (const scopes of inTurn(name)) {
      const token = await there().apiToken(...scopes);
      const expected = refusalOf(name, scopes[0]);
      const { status, body } = await sendRest(there().origin, described(name), made, { token });
      if (expected === undefined)
        expect([scopes, status, body.code]).toEqual([scopes, expect.toSatisfy(isGood), undefined]);
      else expect([scopes, status, body.code]).toEqual([scopes, 403, expected]);
    }
  });

  const withBody = rows.filter(({ name, rest }) => calls.get(name)?.method !== 'GET' && rest !== undefined);

  test.each(withBody)('$name is refused before its body is judged', async ({ name }) => {
    const scope = SCOPES.find((one) => refusalOf(name, one) !== undefined) ?? 'PAGES_READ';
    const { method, path } = described(name);
    const token = await there().apiToken(scope);
    const { body } = await call(there().origin, method, path, '{"nonsense":1}', { token });
    expect(body.code).toBe(refusalOf(name, scope));
  });
});

const isGood = (status: unknown) => Number(status) < 300;

describe('an API token over GraphQL', () => {
  const rows = GRAPH_OPERATIONS.filter(
    // Events are collected from anybody, by a service that reads no token.
    ({ graph }) => graph.field !== 'Query.me' && graph.field !== 'Mutation.collectEvents',
  );

  test.each(rows)('$graph.field is open to the scopes of the table, and to no other', async ({ graph }) => {
    const { field, picture } = graph;
    const query = selectedOperation(schema, field);
    const variables = picture ? 'picture' : ((await graph.variables?.(there())) ?? {});
    for (const scopes of inTurn(field)) {
      const token = await there().apiToken(...scopes);
      const { body } = await sendGraphql(there().origin, query, variables, { token });
      const code = String(body.errors?.[0]?.extensions?.code);
      const expected = refusalOf(field, scopes[0]);
      expect([scopes, code]).toEqual([scopes, expected ?? expect.not.stringMatching(REFUSED)]);
    }
  });

  test('figures within a page need their own scope', async () => {
    const { origin, world, apiToken } = there();
    const query = (field: string) => `query($id: ID!) { page(id: $id) { ${field} } }`;
    const variables = { id: world.pageId };
    for (const field of ['analytics { summary { views } }', 'adminAnalytics { totalEvents }']) {
      const refused = await sendGraphql(origin, query(field), variables, { token: await apiToken('PAGES_READ') });
      expect(refused.body.errors[0].extensions).toMatchObject({ code: 'FIGURES_READ_MISSING', status: 403 });
      const opened = await sendGraphql(origin, query(field), variables, { token: await apiToken('FIGURES_READ') });
      expect([opened.body.errors, opened.body.data.page]).toEqual([undefined, expect.any(Object)]);
    }
  });
});

describe('an API token', () => {
  const ask = (token: string) => call(there().origin, 'GET', '/api/auth/me', undefined, { token });

  test('reads the user it belongs to, without the user’s second factor and pending email address', async () => {
    const { body } = await ask(await there().apiToken('PAGES_READ'));
    expect(body.user).toMatchObject({ id: there().people.admin.id, secondFactor: null, pendingEmail: null });
  });

  test('is shown once', async () => {
    const { api, people, origin } = there();
    const made = await api(
      'POST',
      '/api/admin/tokens',
      { name: 'Once', scopes: ['PAGES_READ'], password },
      people.admin.token,
    );
    expect(made.secret).toMatch(/^volant_[A-Za-z0-9_-]{43}$/);
    const list = await call(origin, 'GET', '/api/admin/tokens', undefined, { token: people.superadmin.token });
    expect(list.body.tokens).toContainEqual(made.token);
    expect(JSON.stringify(list.body)).not.toContain(made.secret.slice('volant_'.length));
  });

  test('does nothing from a cookie', async () => {
    const { origin, apiToken } = there();
    const token = await apiToken('PAGES_READ');
    const { status } = await call(origin, 'GET', '/api/auth/me', undefined, { headers: { cookie: `token=${token}` } });
    expect(status).toBe(401);
  });

  test('is ignored by calls that are open to anyone', async () => {
    const { origin, world, apiToken } = there();
    const token = await apiToken('PAGES_READ');
    expect((await call(origin, 'GET', `/api/public/pages/${world.pageId}`, undefined, { token })).status).toBe(200);
    expect((await call(origin, 'POST', '/api/auth/logout', undefined, { token })).status).toBe(200);
    expect((await ask(token)).status).toBe(200);
  });

  test('does nothing within a second of its revocation', async () => {
    const { api, people } = there();
    const body = { name: 'Revoked', scopes: ['PAGES_READ'], password };
    const { token, secret } = await api('POST', '/api/admin/tokens', body, people.admin.token);
    expect((await ask(secret)).status).toBe(200);
    await api('DELETE', `/api/admin/tokens/${token.id}`, undefined, people.superadmin.token);
    expect((await ask(secret)).status).toBe(401);
  });

  test('does nothing once its person is no administrator or is erased', async () => {
    const { api, people, world, signIn } = there();
    const person = await world.driver();
    const role = (to: string) =>
      api('PATCH', `/api/admin/users/${person.id}/role`, { role: to }, people.superadmin.token);
    await role('ADMIN');
    const session = await signIn(person);
    const { secret } = await api(
      'POST',
      '/api/admin/tokens',
      { name: 'Hers', scopes: ['PAGES_READ'], password },
      session,
    );
    expect((await ask(secret)).status).toBe(200);
    await role('SUPPORT');
    expect((await ask(secret)).status).toBe(401);
    // A later promotion does not bring it back.
    await role('ADMIN');
    expect((await ask(secret)).status).toBe(401);
    const erase = 'mutation($id: ID!) { deleteUser(id: $id) }';
    await sendGraphql(there().origin, erase, { id: person.id }, { token: people.superadmin.token });
    expect((await ask(secret)).status).toBe(401);
    const { tokens } = await api('GET', '/api/admin/tokens', undefined, people.admin.token);
    expect(tokens.map(({ name }: { name: string }) => name)).not.toContain('Hers');
  });
});
