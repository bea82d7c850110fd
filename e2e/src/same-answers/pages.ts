import type { Step } from './recording.ts';
import type { Chapter } from './stage.ts';

const BLOCKS = {
  name: 'Zoé D’Été; SARL',
  company: 'Œuvres & fils',
  bio: 'Ligne 1\nLigne 2 <b>',
  phone: '+33 6 39 98 00 09',
  email: 'page@example.com',
  whatsapp: '+33 6 39 98 00 09',
  website: 'example.com',
  instagram: '@example',
  displayStyle: 'buttons',
  customFields: [{ id: 'one', name: 'Réserver', value: 'example.com/book', icon: 'calendar.svg', color: '#10b981' }],
};

export const pages: Chapter = {
  name: 'pages of one’s own',
  async play({ play, ask, people: { zoe, eric } }) {
    const { token } = zoe;
    const create = (step: string, status: number, body: object) =>
      play(step, 'POST /api/pages', { status, body, token });
    const { body } = await create('a page', 201, { displayName: 'Été', state: 'ACTIVE', blocksJson: BLOCKS });
    const id: string = body.page.id;
    await create('without anything', 400, {});
    await create('a state that is none', 400, { state: 'OPEN' });
    await create('a state one may not give', 403, { displayName: 'Été', state: 'UNCLAIMED', blocksJson: BLOCKS });
    await create('blocks that are none', 400, { blocksJson: { name: 5 } });

    const read = await play('read', `GET /api/pages/${id}`, { status: 200, token });
    await play('by somebody else', `GET /api/pages/${id}`, { status: 404, token: eric.token });
    await play('by nobody', `GET /api/pages/${id}`, { status: 401 });
    const change = (step: string, status: number, change: object, headers = {}) =>
      play(step, `PATCH /api/pages/${id}`, { status, body: change, token, headers });
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    await change('another name', 200, { displayName: 'Ete' }, headers);
    await change('from an old version', 412, { displayName: 'Lost' }, headers);
    await change('a version that is none', 412, { displayName: 'Lost' }, { 'if-match': 'x' });
    await change('a block alone', 200, { blocksJson: { ...BLOCKS, bio: '' } });
    await change('a state of administrators', 403, { state: 'DEACTIVATED' });
    await change('away', 400, { ownerId: eric.id });
    await change('nothing', 200, {});

    for (const number of [1, 2, 3, 4]) {
      await create(`page ${number}`, 201, { displayName: `Page ${number}`, blocksJson: BLOCKS });
    }
    const mine = (step: string, query: string, status = 200) =>
      play(step, `GET /api/pages/mine${query}`, { status, token });
    await mine('all of mine', '');
    const first = await mine('the first two', '?limit=2');
    const rest = await mine('those after them', `?limit=2&cursor=${encodeURIComponent(first.body.cursor)}`);
    await mine('the end', `?limit=2&cursor=${encodeURIComponent(rest.body.cursor)}`);
    await mine('no limit', '?limit=0', 400);
    await mine('a broken cursor', '?cursor=nothing', 400);

    const connection = `query($after: String) {
      myPages(first: 2, after: $after) { nodes { id displayName state version } totalCount pageInfo { endCursor hasNextPage } }
    }`;
    const data = await ask('mine, in GraphQL', connection, { token });
    const after = data.myPages.pageInfo.endCursor;
    await ask('after them, in GraphQL', connection, { token, variables: { after } });
    await ask('a broken cursor, in GraphQL', connection, {
      token,
      variables: { after: 'nothing' },
      codes: ['VALIDATION_FAILED'],
    });
    const update = `mutation($id: ID!, $version: Int) {
      updatePage(id: $id, input: { displayName: "Lost" }, expectedVersion: $version) { id }
    }`;
    await ask('an old version, in GraphQL', update, { token, variables: { id, version: 1 }, codes: ['PAGE_CHANGED'] });
    await ask('somebody else’s, in GraphQL', 'query($id: ID!) { page(id: $id) { id } }', {
      token: eric.token,
      variables: { id },
      codes: ['PAGE_NOT_FOUND'],
    });
  },
};

export const passengers: Chapter = {
  name: 'what passengers get',
  async play({ play, ask, people: { zoe, eric, superadmin } }) {
    const shown = { displayName: 'Shown', state: 'ACTIVE', blocksJson: BLOCKS, indexable: true };
    const { body } = await play('a page', 'POST /api/pages', { status: 201, body: shown, token: zoe.token });
    const id: string = body.page.id;
    const data = (step: string, path: string, status = 200, until?: Step['until']) =>
      play(step, `GET /api/public/pages/${path}`, { status, ...(until === undefined ? {} : { until }) });
    await data('is shown', id, 200, () => true);
    await data('by its address in capitals', `${id.toUpperCase()}.HTML`);
    await play('as a page', `GET /d/${id}`, { status: 200 });
    await play('as a page in French', `GET /d/${id}`, { status: 200, language: 'fr' });
    await play('as a code', `GET /d/${id}/qr.svg`, { status: 200 });
    await play('as a picture', `GET /d/${id}/card.jpg`, { status: 200 });
    await play('as a contact', `GET /d/${id}.vcf`, { status: 200 });
    await play('in GraphQL', 'POST /graphql', {
      status: 200,
      body: {
        query: `{ publicPage(id: "${id}") { claimed state inactive displayName profile { name bio displayStyle } avatar } }`,
      },
    });
    await play('is hidden', `PATCH /api/pages/${id}`, { status: 200, body: { state: 'INACTIVE' }, token: zoe.token });
    await data('no longer shows', id, 200, ({ inactive }) => inactive);
    await play('nor as a page', `GET /d/${id}`, { status: 200 });
    await data('an unknown one', 'nobodys-page', 404);
    await play('an unknown one as a page', 'GET /d/nobodys-page', { status: 404 });
    await data('one that cannot be', 'a%20b', 404);

    const card = { pageId: 'card-one', state: 'UNCLAIMED', displayName: 'Carte n° 1' };
    await play('a card', 'POST /api/admin/pages/create', { status: 201, body: card, token: superadmin.token });
    await data('is nobody’s', 'card-one', 200, () => true);
    const claim = (step: string, status: number, token?: string, path = 'card-one') =>
      play(step, `POST /api/pages/${path}/claim`, { status, ...(token === undefined ? {} : { token }) });
    await claim('by nobody', 401);
    await claim('by its first reader, in capitals', 200, eric.token, 'CARD-ONE');
    await claim('again', 200, eric.token);
    await claim('too late', 400, zoe.token);
    await claim('a card that is none', 404, zoe.token, 'card-none');
    await ask('too late, in GraphQL', 'mutation { claimPage(id: "card-one") { id } }', {
      token: zoe.token,
      codes: ['PAGE_ALREADY_CLAIMED'],
    });
    await data('is somebody’s', 'card-one', 200, ({ claimed }) => claimed);
  },
};
