import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSupport, type SupportFixture, tokenOf } from '../testing/support-fixture.ts';
import { CANNED_REPLIES } from './commands.ts';

const FIELDS = 'id name texts { language text }';
const LIST = `{ cannedReplies { ${FIELDS} } }`;
const CREATE = `mutation($input: CannedReplyInput!) { createCannedReply(input: $input) { ${FIELDS} } }`;
const CHANGE = `mutation($id: ID!, $input: CannedReplyInput!) { changeCannedReply(id: $id, input: $input) { ${FIELDS} } }`;
const DELETE = 'mutation($id: ID!) { deleteCannedReply(id: $id) { id } }';

const sup = tokenOf('sup', 'SUPPORT');
const input = { name: 'Lost card', texts: [{ language: 'fr', text: 'Bonjour {name}, votre carte est bloquée.' }] };

let support: SupportFixture;
beforeAll(async () => {
  support = await openSupport();
});
afterAll(() => support.close());

const names = async () => (await support.run(sup, LIST)).data.cannedReplies.map(({ name }: { name: string }) => name);
const remove = (id: string) => support.run(sup, DELETE, { id });

describe('a canned reply', () => {
  it('is created once for a key, changed, listed by name, and deleted', async () => {
    const first = await support.run(sup, CREATE, { input }, { idempotencyKey: 'k-1' });
    const again = await support.run(sup, CREATE, { input }, { idempotencyKey: 'k-1' });
    expect(again.data).toEqual(first.data);
    const { id } = first.data.createCannedReply;
    expect(first.data.createCannedReply).toEqual({ id, ...input });
    const other = await support.run(tokenOf('admin', 'ADMIN'), CREATE, { input: { ...input, name: 'Another' } });
    expect(await names()).toEqual(['Another', 'Lost card']);
    const changed = { name: 'A lost card', texts: [...input.texts, { language: 'en', text: 'Hello {name},' }] };
    expect((await support.run(tokenOf('sup2', 'SUPPORT'), CHANGE, { id, input: changed })).data).toEqual({
      changeCannedReply: { id, ...changed },
    });
    expect(await names()).toEqual(['A lost card', 'Another']);
    for (const each of [id, other.data.createCannedReply.id]) expect((await remove(each)).code).toBeUndefined();
    expect(await names()).toEqual([]);
  });

  it('leaves no text behind when it is deleted', async () => {
    const { data } = await support.run(sup, CREATE, { input: { ...input, name: 'Quiddity' } });
    const { id } = data.createCannedReply;
    await support.run(sup, CHANGE, { id, input: { ...input, name: 'Zymurgy' } });
    await remove(id);
    expect(JSON.stringify(await support.ports.eventStore.readAll(0, 1_000))).not.toMatch(/Quiddity|Zymurgy/);
    for (const change of [CHANGE, DELETE]) {
      expect(await support.run(sup, change, { id, input })).toMatchObject({
        code: 'CANNED_REPLY_NOT_FOUND',
        status: 404,
      });
    }
    expect(await names()).not.toContain('Zymurgy');
  });

  it('is refused with an unknown placeholder, which the refusal names', async () => {
    const texts = [{ language: 'en', text: 'Hello {nom},' }];
    expect(await support.run(sup, CREATE, { input: { ...input, texts } })).toMatchObject({
      code: 'PLACEHOLDER_UNKNOWN',
      message: '{nom} is not a known placeholder: it would stay in the reply as it is.',
    });
  });

  it('is for the support only', async () => {
    const calls = [
      [LIST, {}],
      [CREATE, { input }],
      [CHANGE, { id: 'x', input }],
      [DELETE, { id: 'x' }],
    ] as const;
    for (const [query, variables] of calls) {
      expect((await support.run(tokenOf('driver'), query, variables)).code).toBe('FORBIDDEN');
      expect((await support.run(undefined, query, variables)).code).toBe('UNAUTHENTICATED');
    }
  });
});

it('there are at most a hundred canned replies, and a person changes them 120 times an hour', async () => {
  const create = (number: number, token = sup) =>
    support.run(token, CREATE, { input: { ...input, name: `Reply ${number}` } }, { idempotencyKey: `n-${number}` });
  const ids: string[] = [];
  const author = tokenOf('author', 'SUPPORT');
  for (let number = 0; number < CANNED_REPLIES; number += 1) {
    ids.push((await create(number, author)).data.createCannedReply.id);
  }
  expect(await create(CANNED_REPLIES)).toMatchObject({ code: 'TOO_MANY_CANNED_REPLIES', status: 409 });
  // A retry of the last one is no further reply.
  expect((await create(CANNED_REPLIES - 1, author)).data.createCannedReply.id).toBe(ids.at(-1));
  const [id = ''] = ids;
  let code: string | undefined;
  for (let time = 0; time < 20; time += 1) {
    code ??= (await support.run(author, CHANGE, { id, input: { ...input, name: `Change ${time}` } })).code;
  }
  expect(code).toBe('TOO_MANY_CHANGES');
});
