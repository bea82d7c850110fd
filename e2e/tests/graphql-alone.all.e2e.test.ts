import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { type Graph, USUAL_CALLER } from '../src/operations/operation.ts';
import { sendGraphql } from '../src/operations/send.ts';
import { REST_OPERATIONS } from '../src/operations/table.ts';
import { useCallers } from '../src/peopled-product.ts';
import { selectedOperation } from '../src/root-fields.ts';

const there = useCallers();

let schema: GraphQLSchema;
beforeAll(async () => {
  const { body } = await sendGraphql(there().origin, getIntrospectionQuery(), {});
  schema = buildClientSchema(body.data);
});

const counterparts = REST_OPERATIONS.flatMap((row) =>
  typeof row.graph === 'string' || row.off !== undefined ? [] : [{ ...row, graph: row.graph as Graph }],
);

test('a REST call without a counterpart in the graph has a reason', () => {
  const alone = REST_OPERATIONS.filter(({ graph }) => typeof graph === 'string');
  expect(alone.filter(({ graph }) => graph === '')).toEqual([]);
  for (const { name, graph } of counterparts) expect([name, graph.field ?? graph.query]).not.toContain(undefined);
});

test.each(counterparts)('$name does over GraphQL what it does over REST', async ({ who, graph }) => {
  const query = graph.query ?? selectedOperation(schema, graph.field ?? '');
  const variables = graph.picture ? 'picture' : ((await graph.variables?.(there())) ?? {});
  const token = graph.token === undefined ? there().tokenOf(USUAL_CALLER[who]) : await graph.token(there());
  const { status, body } = await sendGraphql(there().origin, query, variables, token ? { token } : {});
  expect([status, body.errors]).toEqual([200, undefined]);
  // The answer may be false, for a mail that belongs to no message.
  for (const value of Object.values(body.data)) expect([null, undefined, '']).not.toContain(value);
});

test('a driver who only uses GraphQL signs up, creates a page with a picture, and sees the public page', async () => {
  const { origin, world } = there();
  const name = world.fresh();
  const input = { email: `${name}@example.com`, username: name, password: 'a long enough password' };
  const signUp = 'mutation($input: SignUpInput!) { signUp(input: $input) { token } }';
  const { token } = (await sendGraphql(origin, signUp, { input })).body.data.signUp;
  const upload = 'mutation($image: Upload!) { uploadPageImage(image: $image) { imageUrl } }';
  const avatar = (await sendGraphql(origin, upload, 'picture', { token })).body.data.uploadPageImage.imageUrl;
  const page = { displayName: 'Berline', profile: { name: 'Ana' }, avatar };
  const create = 'mutation($input: PageInput!) { createPage(input: $input) { id } }';
  const { id } = (await sendGraphql(origin, create, { input: page }, { token })).body.data.createPage;
  const read = 'query($id: ID!) { publicPage(id: $id) { displayName profile { name } avatar } }';
  const shown = await sendGraphql(origin, read, { id });
  expect(shown.body.data.publicPage).toMatchObject({ displayName: 'Berline', profile: { name: 'Ana' }, avatar });
  expect((await fetch(origin + avatar)).headers.get('content-type')).toMatch(/^image\//);
});
