import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call, callWithForm, PIXEL, PREFLIGHT, uploadForm } from '../src/api.ts';
import type { ApiDescription } from '../src/api-description.ts';
import { COUNTERPARTS, type Counterpart } from '../src/graphql-counterparts.ts';
import { usePeopledProduct } from '../src/peopled-product.ts';

const there = usePeopledProduct({});

let description: ApiDescription;
beforeAll(async () => {
  description = (await call(there().origin, 'GET', '/api/openapi.json')).body;
});

const as = (token: string | undefined) => (token === undefined ? {} : { token });

function ask(query: string, variables: object, token: string | undefined): Promise<Answer> {
  return call(there().origin, 'POST', '/graphql', { query, variables }, as(token));
}

function send(query: string, token: string | undefined): Promise<Answer> {
  const form = uploadForm(PIXEL, query);
  return callWithForm(there().origin, '/graphql', form, { ...as(token), headers: PREFLIGHT });
}

test('every REST call has a GraphQL counterpart, or a reason for having none', () => {
  const documented = Object.values(description.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(Object.keys(COUNTERPARTS).sort()).toEqual(documented.sort());
  for (const entry of Object.values(COUNTERPARTS)) if ('because' in entry) expect(entry.because).not.toBe('');
});

const counterparts = Object.entries(COUNTERPARTS).flatMap(([name, entry]) =>
  'query' in entry ? [[name, entry] as const] : [],
);
test.each(counterparts)('%s', async (_, { query, as: kind = 'superadmin', token, variables, image }: Counterpart) => {
  const bearer = token === undefined ? there().tokenOf(kind) : await token(there());
  const given = (await variables?.(there())) ?? {};
  const { status, body } = image ? await send(query, bearer) : await ask(query, given, bearer);
  expect([status, body.errors]).toEqual([200, undefined]);
  for (const value of Object.values(body.data)) expect(value).toBeTruthy();
});

describe('a driver who only uses GraphQL', () => {
  test('signs up, creates a page with a picture, and sees the public page', async () => {
    const name = there().world.fresh();
    const input = { email: `${name}@example.com`, username: name, password: 'a long enough password' };
    const signedUp = await ask(
      'mutation($input: SignUpInput!) { signUp(input: $input) { token } }',
      { input },
      undefined,
    );
    const { token } = signedUp.body.data.signUp;
    const upload = 'mutation($image: Upload!) { uploadPageImage(image: $image) { imageUrl } }';
    const avatar = (await send(upload, token)).body.data.uploadPageImage.imageUrl;
    const page = { displayName: 'Berline', blocks: { name: 'Ana' }, avatar };
    const made = await ask('mutation($input: PageInput!) { createPage(input: $input) { id } }', { input: page }, token);
    const { id } = made.body.data.createPage;
    const shown = await ask('query($id: ID!) { publicPage(id: $id) { displayName blocks avatar } }', { id }, undefined);
    expect(shown.body.data.publicPage).toMatchObject({ displayName: 'Berline', blocks: { name: 'Ana' }, avatar });
    expect((await fetch(there().origin + avatar)).headers.get('content-type')).toMatch(/^image\//);
  });
});
