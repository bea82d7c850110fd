import type { Chapter } from './stage.ts';

/** Difficult names for lists and searches, oldest first. */
const NAMES = [
  'Éclair Taxi',
  'eclair rapide',
  'ÉCLAIR NOIR',
  'Noël & fils',
  'noel express',
  'Straße 5',
  'Œuvre',
  'İstanbul',
  '100 % sûr',
  'under_score',
  'back\\slash',
  '(round) [square] {curly}',
  '.* ^start end$',
  '東京タクシー',
  '👩‍👩‍👧 famille',
  'Ange\u0301lique',
];
/** Short words of letters might match random ids. */
const SEARCHES = [
  ...['eclair', 'ÉCLAIR', 'Noel', 'noël', 'strasse', 'STRASSE', 'oeuvre', 'ŒUVRE', 'istanbul', 'İSTAN'],
  ...['%', '_', '\\', '(round)', '[', '{curly}', '.*', '^start', '$', '東京', '👩', '👩‍👩‍👧', 'angélique', 'angelique'],
  ...['list-03', 'LIST-1', 'zoe', 'ERIC@example', ' eclair ', 'eclair  rapide', 'nothing at all', ' '],
];

export const searches: Chapter = {
  name: 'lists of administrators',
  async play({ play, ask, people: { zoe, eric, superadmin } }) {
    const { token } = superadmin;
    for (const [index, displayName] of NAMES.entries()) {
      const state = index % 4 === 0 ? 'UNCLAIMED' : index % 4 === 1 ? 'INACTIVE' : 'ACTIVE';
      const owner = state === 'UNCLAIMED' ? {} : { ownerUserId: index % 2 === 0 ? zoe.id : eric.id };
      const body = { pageId: `list-${String(index).padStart(2, '0')}`, state, displayName, ...owner };
      await play(`the page ${displayName}`, 'POST /api/admin/pages/create', { status: 201, body, token });
    }
    const list = (step: string, query: string, status = 200) =>
      play(step, `GET /api/admin/pages?${query}`, { status, token });
    await list('everything', '');
    for (const search of SEARCHES) await list(`search for ${search}`, `search=${encodeURIComponent(search)}`);
    for (const filter of [
      'state=ACTIVE',
      'state=UNCLAIMED',
      'state=ALL',
      'claimed=CLAIMED',
      'claimed=UNCLAIMED',
      'claimed=ALL&state=INACTIVE&search=eclair',
      `owner=${zoe.id}`,
      `owner=${zoe.id}&state=ACTIVE&search=list-`,
      'owner=nobody',
    ]) {
      await list(`only ${filter.replace(zoe.id, 'Zoe’s')}`, filter);
    }
    for (const wrong of ['limit=0', 'limit=10001', 'limit=x', 'state=OPEN', 'claimed=YES', 'sort=name', 'cursor=x']) {
      await list(`not ${wrong}`, wrong, 400);
    }
    for (const query of ['limit=5', 'limit=3&search=list-', 'limit=4&claimed=CLAIMED']) {
      let cursor: string | null = '';
      for (let page = 1; cursor !== null; page += 1) {
        const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        cursor = (await list(`${query}, part ${page}`, query + after)).body.cursor;
      }
    }
    const users = (step: string, query: string, status = 200) =>
      play(step, `GET /api/admin/users?${query}`, { status, token });
    await users('everybody', '');
    for (const search of ['ZOE', 'zoé', 'ete', 'été', '@EXAMPLE', '.', 'nobody at all', '’']) {
      await users(`people called ${search}`, `search=${encodeURIComponent(search)}`);
    }
    const some = await users('two people', 'limit=2');
    await users('two more', `limit=2&cursor=${encodeURIComponent(some.body.cursor)}`);
    await users('no such limit', 'limit=-1', 400);

    const query = `query($filter: PageFilter, $first: Int, $after: String) {
      pages(first: $first, after: $after, filter: $filter) {
        nodes { id displayName state claimed owner { username } } totalCount pageInfo { endCursor hasNextPage }
      }
    }`;
    for (const filter of [
      { search: 'ECLAIR' },
      { state: 'ACTIVE', claimed: 'CLAIMED' },
      { search: 'ZOE', claimed: 'CLAIMED' },
      { ownerId: eric.id, state: 'INACTIVE' },
    ]) {
      const step = `in GraphQL: ${Object.keys(filter).join(', ')}`;
      const data = await ask(step, query, { token, variables: { filter, first: 2 } });
      const after = data.pages.pageInfo.endCursor;
      await ask(`${step}, and on`, query, { token, variables: { filter, first: 2, after } });
    }
    await ask('in GraphQL: a filter that is none', query, {
      token,
      variables: { filter: { name: 'x' } },
      codes: ['VALIDATION_FAILED'],
      status: 400,
    });
  },
};

export const administration: Chapter = {
  name: 'administration',
  async play({ play, people: { zoe, eric, superadmin } }) {
    const { token } = superadmin;
    const bulk = (step: string, status: number, body: object) =>
      play(step, 'POST /api/admin/pages/bulk', { status, body, token });
    const { body } = await bulk('three cards', 201, { quantity: 3, prefixNote: 'Lot é' });
    await bulk('none', 400, { quantity: 0 });
    await bulk('too many', 400, { quantity: 1001 });
    await play('their workbook', `HEAD ${body.excelFile}`, { status: 200, token });
    await play('no workbook', 'GET /api/admin/exports/none.xlsx', { status: 404, token });

    const create = (step: string, status: number, pageId: string, more: object = {}) =>
      play(step, 'POST /api/admin/pages/create', { status, token, body: { pageId, state: 'UNCLAIMED', ...more } });
    await create('a page', 201, 'Chosen_1');
    await create('its id in another case', 409, 'CHOSEN_1');
    for (const id of ['new', 'mine', 'a b', 'x.html', 'é', '', 'x'.repeat(65)]) await create(`not as ${id}`, 400, id);
    await create('active and nobody’s', 201, 'chosen-2', { state: 'ACTIVE' });
    await create('of nobody', 400, 'chosen-3', { ownerUserId: 'nobody', state: 'ACTIVE' });

    const put = (step: string, status: number, id: string, change: object) =>
      play(step, `PUT /api/admin/pages/${id}`, { status, token, body: change });
    await put('another id, name and owner', 200, 'Chosen_1', {
      newId: 'renamed',
      state: 'ACTIVE',
      displayName: 'Renommée',
      ownerUserId: zoe.id,
    });
    await play('under its new id', 'GET /api/pages/renamed', { status: 200, token });
    await play('under its former id', 'GET /api/pages/chosen_1', { status: 200, token });
    await create('the former id is taken', 409, 'chosen_1');
    await put('an id that is taken', 409, 'renamed', { newId: 'card-one' });
    await put('to somebody else', 200, 'renamed', { ownerUserId: eric.id });
    await put('to nobody', 200, 'renamed', { ownerUserId: null, state: 'UNCLAIMED' });
    await put('of nothing', 404, 'not-there', { displayName: 'x' });
    const state = (step: string, status: number, id: string, to: string, reason?: string) =>
      play(step, `PATCH /api/admin/pages/${id}`, { status, token, body: { state: to, reason } });
    await state('blocked for an empty reason', 400, 'card-one', 'DEACTIVATED', '');
    await state('blocked without a reason', 400, 'card-one', 'DEACTIVATED');
    await state('blocked for a first time', 200, 'card-one', 'DEACTIVATED', 'Spam');
    await state('allowed for a while', 200, 'card-one', 'ACTIVE');
    await state('blocked', 200, 'card-one', 'DEACTIVATED', 'Spam');
    await play('which its owner cannot undo', 'PATCH /api/pages/card-one', {
      status: 403,
      token: eric.token,
      body: { state: 'ACTIVE' },
    });
    await play('as passengers see it', 'GET /api/public/pages/card-one', {
      status: 200,
      until: ({ state: seen }) => seen === 'DEACTIVATED',
    });
    await state('allowed again', 200, 'card-one', 'ACTIVE');
    await play('deleted', 'DELETE /api/admin/pages/renamed', { status: 200, token });
    await play('and gone', 'GET /api/pages/renamed', { status: 404, token });
    await play('twice', 'DELETE /api/admin/pages/renamed', { status: 404, token });
    await create('its id is free again', 201, 'renamed');
    for (const [method, path] of [
      ['GET', '/api/admin/pages'],
      ['GET', '/api/admin/users'],
      ['DELETE', '/api/admin/pages/card-one'],
    ]) {
      await play(`not for drivers: ${method} ${path}`, `${method} ${path}`, { status: 403, token: zoe.token });
      await play(`not for nobody: ${method} ${path}`, `${method} ${path}`, { status: 401 });
    }
  },
};
