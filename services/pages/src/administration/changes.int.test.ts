import { DomainError } from '@volant/infra/errors/domain-error';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';

const CREATE = 'mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { version } }';
const CHANGE = `mutation($changes: [PageChangeInput!]!, $reason: String) {
  changePages(changes: $changes, reason: $reason) { id outcome version code error }
}`;
const READ = 'query($id: ID!) { adminPage(id: $id) { displayName state ownerId version } }';
const HISTORY = 'query($id: ID!) { pageHistory(id: $id) { nodes { author fields { field before after } } } }';
const UPDATE = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { version } }';
const admin = tokenOf('admin', 'ADMIN');

let pages: PagesFixture;
beforeAll(async () => {
  pages = await openPages();
  for (const user of ['ana', 'ben']) await pages.openAccount(user);
});
afterAll(() => pages.close());

async function card(id: string, more: object = {}): Promise<number> {
  const made = await pages.run(admin, CREATE, { input: { id, state: 'ACTIVE', ...more } });
  return made.data.createPageWithId.version;
}
const change = (changes: readonly object[], idempotencyKey?: string) =>
  pages.run(admin, CHANGE, { changes }, { idempotencyKey });
const outcomes = async (changes: readonly object[], key?: string) => (await change(changes, key)).data.changePages;
const read = async (id: string) => (await pages.run(admin, READ, { id })).data.adminPage;

describe('changePages', () => {
  it('changes each page on its own, and tells in order what became of it', async () => {
    const version = await card('many-1', { ownerId: 'ana' });
    await card('many-2', { state: 'INACTIVE' });
    await card('many-3');
    const changed = await outcomes([
      { id: 'many-1', expectedVersion: version, state: 'INACTIVE' },
      { id: 'many-2', state: 'INACTIVE' },
      { id: 'nobody', state: 'INACTIVE' },
      { id: 'many-3', expectedVersion: 99, state: 'INACTIVE' },
      { id: 'many-3', ownerId: 'no-account' },
    ]);
    expect(changed).toMatchObject([
      { id: 'many-1', outcome: 'DONE', version: version + 1, code: null, error: null },
      { id: 'many-2', outcome: 'UNCHANGED', code: null },
      { id: 'nobody', outcome: 'REFUSED', code: 'PAGE_NOT_FOUND', version: null },
      { id: 'many-3', outcome: 'REFUSED', code: 'PAGE_CHANGED', error: expect.stringContaining('changed') },
      { id: 'many-3', outcome: 'REFUSED', code: 'OWNER_NOT_FOUND' },
    ]);
    expect(await read('many-1')).toMatchObject({ state: 'INACTIVE', ownerId: 'ana' });
    expect(await read('many-3')).toMatchObject({ state: 'ACTIVE', ownerId: null });
    const { nodes } = (await pages.run(tokenOf('ana'), HISTORY, { id: 'many-1' })).data.pageHistory;
    expect(nodes[0]).toMatchObject({
      author: 'STAFF',
      fields: [{ field: 'state', before: 'ACTIVE', after: 'INACTIVE' }],
    });
  });

  it('repeats the outcomes for a retry with the same key, whatever happened since', async () => {
    const version = await card('again-1', { ownerId: 'ana' });
    const taken = await card('again-2', { ownerId: 'ana' });
    const changes = [
      { id: 'again-1', expectedVersion: version, state: 'INACTIVE' },
      { id: 'again-2', expectedVersion: taken, ownerId: null },
    ];
    const first = await outcomes(changes, 'again');
    expect(first).toMatchObject([{ outcome: 'DONE' }, { outcome: 'DONE' }]);
    await pages.run(tokenOf('ana'), UPDATE, { id: 'again-1', input: { state: 'ACTIVE' } });
    expect(await outcomes(changes, 'again')).toEqual([
      first[0],
      // What was written before its owner left is erased, the key of the change included.
      { ...first[1], outcome: 'UNCHANGED' },
    ]);
    expect(await read('again-1')).toMatchObject({ state: 'ACTIVE', version: version + 2 });
  });

  it('is completed by a retry after an outage, without changing a page twice', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `outage-${index}`);
    await Promise.all(ids.map((id) => card(id)));
    const changes = ids.map((id) => ({ id, expectedVersion: 1, state: 'INACTIVE' }));
    const { eventStore } = pages.ports;
    const append = eventStore.append.bind(eventStore);
    let appended = 0;
    const broken = vi.spyOn(eventStore, 'append').mockImplementation(async (request) => {
      appended += 1;
      if (appended > 60) throw new DomainError('UNAVAILABLE');
      return append(request);
    });
    expect((await change(changes, 'outage')).code).toBe('UNAVAILABLE');
    broken.mockRestore();
    const done = await outcomes(changes, 'outage');
    expect(new Set(done.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['DONE']));
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'INACTIVE', version: 2 });
  });

  it('gives a card and takes it back with the name and state that it had', async () => {
    await card('note-1', { state: 'UNCLAIMED', displayName: 'Gare 7' });
    const [given] = await outcomes([{ id: 'note-1', expectedVersion: 1, ownerId: 'ben' }]);
    expect(await read('note-1')).toMatchObject({ state: 'ACTIVE', ownerId: 'ben' });
    const undo = { id: 'note-1', expectedVersion: given.version, ownerId: null, state: 'UNCLAIMED' };
    expect(await outcomes([{ ...undo, displayName: 'Gare 7' }])).toMatchObject([{ outcome: 'DONE' }]);
    expect(await read('note-1')).toMatchObject({ state: 'UNCLAIMED', ownerId: null, displayName: 'Gare 7' });
  });

  it('refuses an empty reason for pages of owners that it deactivates, and not for the others', async () => {
    await card('block-1', { ownerId: 'ana' });
    await card('block-2');
    const changes = ['block-1', 'block-2'].map((id) => ({ id, state: 'DEACTIVATED' }));
    const blank = await pages.run(admin, CHANGE, { changes, reason: ' ' });
    expect(blank.data.changePages).toMatchObject([{ code: 'REASON_REQUIRED' }, { outcome: 'DONE' }]);
    const answer = await pages.run(admin, CHANGE, { changes, reason: 'Reported.' });
    expect(answer.data.changePages).toMatchObject([{ outcome: 'DONE' }, { outcome: 'UNCHANGED' }]);
    expect((await pages.run(admin, CHANGE, { changes, reason: 'x'.repeat(501) })).code).toBe('VALIDATION_FAILED');
  });

  it('refuses more than 500 changes, and other callers before that', async () => {
    const changes = Array.from({ length: 501 }, () => ({ id: 'x', state: 'ACTIVE' }));
    expect((await change(changes)).code).toBe('VALIDATION_FAILED');
    expect((await pages.run(undefined, CHANGE, { changes })).code).toBe('UNAUTHENTICATED');
    for (const token of [tokenOf('ana'), tokenOf('sam', 'SUPPORT')]) {
      expect((await pages.run(token, CHANGE, { changes })).code).toBe('FORBIDDEN');
    }
  });
});
