import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';

const PAGE = 'uid id displayName state ownerId tenure profile { name } version';
const CREATE = `mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { ${PAGE} } }`;
const ADMINISTER = `mutation($id: ID!, $input: AdministerPageInput!, $version: Int) {
  administerPage(id: $id, input: $input, expectedVersion: $version) { ${PAGE} }
}`;
const DELETE = 'mutation($id: ID!) { deletePage(id: $id) { id } }';
const BULK =
  'mutation($input: CreatePagesInput!) { createPages(input: $input) { workbookId pages { id displayName } } }';
const WORKBOOK = 'query($id: ID!, $origin: String!) { pageWorkbook(id: $id, origin: $origin) { fileName base64 } }';
const UPDATE = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { id } }';
const PUBLIC = 'query($id: ID!) { publicPage(id: $id) { displayName state } }';
const ORIGIN = 'https://volant.example';

const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');

let pages: PagesFixture;
beforeAll(async () => {
  pages = await openPages();
  for (const user of ['ana', 'ben']) await pages.openAccount(user);
});
afterAll(() => pages.close());

async function card(id: string, more: object = {}) {
  const answer = await pages.run(admin, CREATE, { input: { id, state: 'UNCLAIMED', ...more } });
  expect(answer.code).toBeUndefined();
  return answer.data.createPageWithId;
}
const administer = (id: string, input: object, version?: number) =>
  pages.run(admin, ADMINISTER, { id, input, version });

describe('administerPage', () => {
  it('changes id, state, name and owner in one commit, and every id leads to the page', async () => {
    await card('Admin1');
    const input = { newId: 'Admin1b', state: 'INACTIVE', displayName: 'Gare', ownerId: 'ana' };
    const changed = (await administer('Admin1', input)).data.administerPage;
    expect(changed).toMatchObject({
      id: 'Admin1b',
      state: 'INACTIVE',
      displayName: 'Gare',
      ownerId: 'ana',
      version: 2,
    });
    for (const id of ['admin1', 'ADMIN1B', 'https://x.example/d/Admin1.html']) {
      expect((await pages.run(undefined, PUBLIC, { id })).data.publicPage.displayName).toBe('Gare');
    }
    // Neither id is free for other pages.
    for (const id of ['admin1', 'admin1B']) {
      expect((await pages.run(admin, CREATE, { input: { id, state: 'ACTIVE' } })).code).toBe('PAGE_ID_TAKEN');
    }
    expect((await administer('admin1', { newId: 'ADMIN1' })).data.administerPage).toMatchObject({ id: 'ADMIN1' });
  });

  it('changes nothing if one part is refused, and frees the id it had reserved', async () => {
    const { version } = await card('Admin2');
    const input = { newId: 'Admin2b', displayName: 'x' };
    expect((await administer('Admin2', { ...input, ownerId: 'nobody' })).code).toBe('OWNER_NOT_FOUND');
    expect(await administer('Admin2', input, version + 3)).toMatchObject({ code: 'PAGE_CHANGED', status: 412 });
    expect(await administer('Admin2', { ...input, newId: 'mine' })).toMatchObject({
      code: 'PAGE_ID_INVALID',
      field: 'newId',
    });
    await card('Admin2c');
    expect(await administer('Admin2', { ...input, newId: 'admin2C' })).toMatchObject({
      code: 'PAGE_ID_TAKEN',
      status: 409,
      field: 'newId',
    });
    expect((await pages.run(undefined, PUBLIC, { id: 'Admin2' })).data.publicPage.displayName).toBe('');
    await card('Admin2b');
  });

  it('keeps the id if the new one is blank', async () => {
    await card('Admin3');
    expect((await administer('Admin3', { newId: ' ', displayName: 'x' })).data.administerPage.id).toBe('Admin3');
  });

  it('releases an owned page, whose next owner sees nothing of the former one', async () => {
    await card('Admin4', { ownerId: 'ana' });
    const content = { displayName: 'Secret', profile: { name: 'Secret' } };
    await pages.run(ana, UPDATE, { id: 'Admin4', input: content });
    const given = (await administer('Admin4', { ownerId: 'ben' })).data.administerPage;
    expect(given).toMatchObject({ ownerId: 'ben', tenure: 2, state: 'ACTIVE', displayName: '' });
    expect(JSON.stringify(given)).not.toContain('Secret');
    const released = (await administer('Admin4', { state: 'UNCLAIMED', ownerId: 'ben' })).data.administerPage;
    expect(released).toMatchObject({ ownerId: null, state: 'UNCLAIMED', tenure: 2 });
  });

  it('applies two concurrent new ids one after the other and loses neither', async () => {
    await card('Admin5');
    const answers = await Promise.all(['Admin5a', 'Admin5b'].map((newId) => administer('Admin5', { newId })));
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined]);
    for (const id of ['Admin5', 'Admin5a', 'Admin5b']) {
      expect((await pages.run(undefined, PUBLIC, { id })).code).toBeUndefined();
    }
  });

  it.each([
    [ADMINISTER, { id: 'Admin1', input: { state: 'ACTIVE' } }],
    [DELETE, { id: 'Admin1' }],
    [WORKBOOK, { id: 'x', origin: ORIGIN }],
  ])('requires an administrator: %s', async (operation, variables) => {
    expect((await pages.run(undefined, operation, variables)).code).toBe('UNAUTHENTICATED');
    for (const token of [ana, tokenOf('sam', 'SUPPORT')]) {
      expect((await pages.run(token, operation, variables)).code).toBe('FORBIDDEN');
    }
    expect((await pages.run(tokenOf('root', 'SUPERADMIN'), operation, variables)).code).not.toBe('FORBIDDEN');
  });
});

describe('series of pages', () => {
  async function workbook(id: string, language: 'fr' | 'en' = 'en') {
    const answer = await pages.run(admin, WORKBOOK, { id, origin: ORIGIN }, { language });
    if (answer.code !== undefined) return answer;
    const { sheets } = await readXlsx(Buffer.from(answer.data.pageWorkbook.base64, 'base64'));
    const rows = sheets[0]?.rows.map((row) => row.map((value) => value ?? ''));
    const links = [...(sheets[0]?.cells?.values() ?? [])].flatMap(({ hyperlink }) => hyperlink?.target ?? []);
    return { rows, links, fileName: answer.data.pageWorkbook.fileName };
  }

  it('has a workbook of id, name, link, state and note, the same on a retry', async () => {
    const input = { quantity: 1000, prefixNote: '=1+1' };
    const make = () => pages.run(admin, BULK, { input }, { idempotencyKey: 'series' });
    const { workbookId, pages: made } = (await make()).data.createPages;
    const { fileName } = (await workbook(workbookId)) as { fileName: string };
    const expected = made.map(({ id, displayName }: { id: string; displayName: string }) => [
      id,
      displayName,
      `${ORIGIN}/d/${id}`,
      'Unclaimed',
      '=1+1',
    ]);
    // Under load, a batch is answered before all its pages are in the view.
    await expect
      .poll(() => workbook(workbookId))
      .toMatchObject({ rows: [['ID', 'Name', 'Link', 'State', 'Note'], ...expected] });
    expect(fileName).toMatch(/^pages-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.xlsx$/);
    expect((await make()).data.createPages).toEqual({ workbookId, pages: made });
  });

  it('lists the present state of its pages in the requested language, without deleted ones', async () => {
    const { workbookId, pages: made } = (await pages.run(admin, BULK, { input: { quantity: 2 } })).data.createPages;
    await administer(made[0].id, { state: 'DEACTIVATED', displayName: 'Été' });
    await pages.run(admin, DELETE, { id: made[1].id });
    expect(await workbook(workbookId, 'fr')).toMatchObject({
      rows: [
        ['Identifiant', 'Nom', 'Lien', 'État', 'Note'],
        [made[0].id, 'Été', `${ORIGIN}/d/${made[0].id}`, 'Bloquée', ''],
      ],
      links: [`${ORIGIN}/d/${made[0].id}`],
    });
  });

  it('keeps its workbook for a day', async () => {
    const { workbookId } = (await pages.run(admin, BULK, { input: { quantity: 1 } })).data.createPages;
    expect(await workbook('none')).toMatchObject({ code: 'WORKBOOK_NOT_FOUND', status: 404 });
    pages.advance(24 * 60 * 60 * 1000 + 1);
    expect(await workbook(workbookId)).toMatchObject({ code: 'WORKBOOK_NOT_FOUND' });
  });

  it.each(['javascript:alert(1)', 'https://a.example/path', 'https://', ''])(
    'refuses the origin %j',
    async (origin) => {
      expect((await pages.run(admin, WORKBOOK, { id: 'x', origin })).code).toBe('VALIDATION_FAILED');
    },
  );
});

describe('changes of one page', () => {
  const save = (token: string, id: string, displayName: string) =>
    pages.run(token, UPDATE, { id, input: { displayName } });

  it('are limited to 120 an hour for its driver, counted apart from administrators and other pages', async () => {
    await card('Limit1', { ownerId: 'ana', state: 'ACTIVE' });
    await card('Limit2', { ownerId: 'ana', state: 'ACTIVE' });
    // Neither refused changes of a stranger nor changes without effect count.
    for (let time = 0; time < 130; time += 1) {
      expect((await save(tokenOf('ben'), 'Limit1', `${time}`)).code).toBe('PAGE_NOT_FOUND');
    }
    for (let time = 0; time < 120; time += 1) {
      for (const _ of ['once', 'and again']) expect((await save(ana, 'Limit1', `${time}`)).code).toBeUndefined();
    }
    expect(await save(ana, 'Limit1', 'one more')).toMatchObject({
      code: 'TOO_MANY_CHANGES',
      status: 429,
      message: expect.stringMatching(/^Too many changes within an hour\. Try again in \d+ min\.$/),
    });
    expect((await save(ana, 'Limit2', 'another page')).code).toBeUndefined();
    expect((await administer('Limit1', { state: 'DEACTIVATED', reason: 'Spam' })).code).toBeUndefined();
  });

  it('are limited to 120 an hour for administrators, all fields together', async () => {
    await card('Limit3');
    for (let time = 0; time < 120; time += 1) {
      const input = [{ displayName: `${time}` }, { state: time % 4 === 1 ? 'INACTIVE' : 'ACTIVE' }][time % 2] ?? {};
      expect((await administer('Limit3', input)).code).toBeUndefined();
    }
    expect((await administer('Limit3', { displayName: 'one more' })).code).toBe('TOO_MANY_CHANGES');
    expect((await save(admin, 'Limit3', 'one more')).code).toBe('TOO_MANY_CHANGES');
    expect((await pages.run(admin, DELETE, { id: 'Limit3' })).code).toBeUndefined();
  });
});
