import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';

const CARD = 'id displayName version handoverUntil address cards { id status version }';
const BULK = 'mutation($input: CreatePagesInput!) { createPages(input: $input) { pages { id uid } } }';
const CLAIM = 'mutation($id: ID!) { claimPage(id: $id) { id } }';
const UPDATE = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { version } }';
const READ = `query($id: ID!) { page(id: $id) { ${CARD} avatar ownerId } }`;
const MINE = 'query { myPages { totalCount nodes { id } } }';
const PUBLIC = 'query($id: ID!) { publicPage(id: $id) { claimed displayName profile { name } } }';
const LOST = `mutation($id: ID!, $v: Int) { reportCardLost(id: $id, expectedVersion: $v) { ${CARD} } }`;
const FOUND = `mutation($id: ID!, $v: Int) { reportCardFound(id: $id, expectedVersion: $v) { ${CARD} } }`;
const ADD = `mutation($id: ID!, $card: ID!) { addCard(id: $id, card: $card) { ${CARD} } }`;
const REPLACE = `mutation($id: ID!, $by: ID!, $v: Int) { replaceCard(id: $id, by: $by, expectedVersion: $v) { ${CARD} } }`;
const RELEASE = 'mutation($id: ID!) { releasePage(id: $id) { id } }';
const OFFER = 'mutation($id: ID!) { offerHandover(id: $id) { token expiresAt } }';
const WITHDRAW = `mutation($id: ID!) { withdrawHandover(id: $id) { ${CARD} } }`;
const ACCEPT = 'mutation($token: String!) { acceptHandover(token: $token) { id displayName ownerId avatar } }';

const admin = tokenOf('admin', 'ADMIN');
let pages: PagesFixture;
let people = 0;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

async function cards(quantity: number): Promise<{ id: string; uid: string }[]> {
  const { data } = await pages.run(admin, BULK, { input: { quantity } });
  return data.createPages.pages;
}

async function free(): Promise<string> {
  const [card] = await cards(1);
  return card?.id ?? '';
}

/** A driver with a page that says something. */
async function driver() {
  people += 1;
  const token = tokenOf(`driver-${people}`);
  const [card = { id: '', uid: '' }] = await cards(1);
  const avatar = await pages.upload(token);
  await pages.run(token, CLAIM, { id: card.id });
  const input = { displayName: 'Secret of the first', profile: { name: 'Ana' }, avatar };
  await pages.run(token, UPDATE, { id: card.id, input });
  return { token, ...card, avatar };
}

const everything = async () => JSON.stringify(await pages.ports.eventStore.readAll(0, 100_000));
const codes = (answers: readonly { readonly code: string | undefined }[]) => answers.map(({ code }) => code).toSorted();

describe('lost card', () => {
  it('shows that it is lost until it is found, and nothing of its page', async () => {
    const { token, id } = await driver();
    expect((await pages.run(token, LOST, { id })).data.reportCardLost.cards).toMatchObject([{ id, status: 'LOST' }]);
    expect(await pages.run(undefined, PUBLIC, { id })).toMatchObject({ code: 'CARD_LOST', status: 410 });
    expect((await pages.run(tokenOf('finder'), CLAIM, { id })).code).toBe('PAGE_ALREADY_CLAIMED');
    await pages.run(token, FOUND, { id });
    expect((await pages.run(undefined, PUBLIC, { id })).data.publicPage.profile).toEqual({ name: 'Ana' });
  });

  it('takes only one of two decisions of browsers that saw the same version', async () => {
    const { token, id } = await driver();
    const { version: v } = (await pages.run(token, READ, { id })).data.page;
    const answers = await Promise.all([
      pages.run(token, LOST, { id, v }),
      pages.run(token, REPLACE, { id, v, by: await free() }),
    ]);
    expect(codes(answers)).toEqual(['PAGE_CHANGED', undefined]);
  });
});

describe('page that is released', () => {
  it('leaves no trace of its owner, and can be claimed again', async () => {
    const { token, id, avatar } = await driver();
    expect((await pages.run(tokenOf('eve'), RELEASE, { id })).code).toBe('PAGE_NOT_FOUND');
    expect((await pages.run(token, RELEASE, { id })).data.releasePage).toEqual({ id });
    expect((await pages.run(token, READ, { id })).code).toBe('PAGE_NOT_FOUND');
    expect(await pages.ports.objects.get(avatar.slice(1))).toBeUndefined();
    const next = tokenOf('next');
    await pages.run(next, CLAIM, { id });
    expect((await pages.run(next, READ, { id })).data.page).toMatchObject({ displayName: '', avatar: null });
    expect(await everything()).not.toContain(avatar);
  });

  it('is refused while other cards lead to it', async () => {
    const { token, id } = await driver();
    const card = await free();
    await pages.run(token, ADD, { id, card });
    expect(await pages.run(token, RELEASE, { id })).toMatchObject({ code: 'PAGE_HAS_CARDS', status: 409 });
    expect((await pages.run(token, OFFER, { id })).code).toBe('PAGE_HAS_CARDS');
    expect((await pages.run(token, RELEASE, { id: card })).code).toBeUndefined();
    expect((await pages.run(token, READ, { id })).data.page.cards).toHaveLength(1);
    expect((await pages.run(token, RELEASE, { id })).code).toBeUndefined();
  });
});

describe('page that is handed over', () => {
  it('goes to one of two accounts, empty, and without a trace of the former owner', async () => {
    const { token, id, uid, avatar } = await driver();
    const { token: link } = (await pages.run(token, OFFER, { id })).data.offerHandover;
    expect(await everything()).not.toContain(link.split('.')[1]);
    expect((await pages.run(token, READ, { id })).data.page.handoverUntil).not.toBeNull();
    const rivals = [tokenOf(`h-${people}-a`), tokenOf(`h-${people}-b`)];
    const answers = await Promise.all(rivals.map((rival) => pages.run(rival, ACCEPT, { token: ` "${link}",\n` })));
    expect(codes(answers)).toEqual(['HANDOVER_NOT_FOUND', undefined]);
    const winner = answers.find(({ code }) => code === undefined)?.data.acceptHandover;
    expect(winner).toMatchObject({ id, displayName: '', avatar: null });
    expect((await pages.run(token, READ, { id })).code).toBe('PAGE_NOT_FOUND');
    expect(await pages.ports.objects.get(avatar.slice(1))).toBeUndefined();
    const commits = await pages.ports.eventStore.readStream(`page-${uid}`);
    expect(commits.map(({ events }) => events[0]?.type)).toEqual([STREAM_ERASED, 'PageRestored']);
  });

  it('stays with its owner once the link is withdrawn, replaced or expired', async () => {
    const { token, id } = await driver();
    const offer = async () => (await pages.run(token, OFFER, { id })).data.offerHandover.token;
    const accept = async (link: string) => (await pages.run(tokenOf('late'), ACCEPT, { token: link })).code;
    const first = await offer();
    const second = await offer();
    expect(await accept(first)).toBe('HANDOVER_NOT_FOUND');
    expect((await pages.run(token, WITHDRAW, { id })).data.withdrawHandover.handoverUntil).toBeNull();
    expect(await accept(second)).toBe('HANDOVER_NOT_FOUND');
    const third = await offer();
    pages.advance(7 * 24 * 60 * 60 * 1000);
    expect(await accept(third)).toBe('HANDOVER_NOT_FOUND');
  });

  it('stays with its owner while a card added after the link leads to it', async () => {
    const { token, id } = await driver();
    const { token: link } = (await pages.run(token, OFFER, { id })).data.offerHandover;
    const card = await free();
    await pages.run(token, ADD, { id, card });
    const heir = tokenOf(`c-${people}`);
    expect((await pages.run(heir, ACCEPT, { token: link })).code).toBe('HANDOVER_NOT_FOUND');
    expect((await pages.run(undefined, PUBLIC, { id: card })).data.publicPage.profile).toEqual({ name: 'Ana' });
    await pages.run(token, RELEASE, { id: card });
    expect((await pages.run(heir, ACCEPT, { token: link })).data.acceptHandover).toMatchObject({ id });
  });

  it('ends in one outcome when it races with a release', async () => {
    const { token, id } = await driver();
    const { token: link } = (await pages.run(token, OFFER, { id })).data.offerHandover;
    const [accepted, released] = await Promise.all([
      pages.run(tokenOf(`r-${people}`), ACCEPT, { token: link }),
      pages.run(token, RELEASE, { id }),
    ]);
    expect([accepted.code, released.code].filter((code) => code === undefined)).toHaveLength(1);
    expect(['HANDOVER_NOT_FOUND', 'PAGE_NOT_FOUND']).toContain(accepted.code ?? released.code);
  });
});

describe('page with several cards', () => {
  it('is shown by each of them, and listed once', async () => {
    const { token, id } = await driver();
    const card = await free();
    expect((await pages.run(token, ADD, { id, card })).data.addCard.id).toBe(id);
    expect((await pages.run(undefined, PUBLIC, { id: card })).data.publicPage.profile).toEqual({ name: 'Ana' });
    expect((await pages.run(token, READ, { id: card })).data.page).toMatchObject({ id, cards: [{ id }, { id: card }] });
    expect((await pages.run(token, MINE)).data.myPages).toEqual({ totalCount: 1, nodes: [{ id }] });
    await pages.run(token, LOST, { id });
    expect((await pages.run(undefined, PUBLIC, { id: card })).data.publicPage.profile).toEqual({ name: 'Ana' });
    expect((await pages.run(token, READ, { id })).data.page.address).toBe(card);
  });

  it('gets a card that one of two drivers adds', async () => {
    const [one, other] = [await driver(), await driver()];
    const card = await free();
    const answers = await Promise.all([one, other].map(({ token, id }) => pages.run(token, ADD, { id, card })));
    expect(codes(answers)).toEqual(['PAGE_ALREADY_CLAIMED', undefined]);
    expect((await pages.run(tokenOf('third'), CLAIM, { id: card })).code).toBe('PAGE_ALREADY_CLAIMED');
  });

  it('loses its cards when it leaves its owner', async () => {
    const { token, id } = await driver();
    const card = await free();
    await pages.run(token, ADD, { id, card });
    await pages.run(admin, 'mutation($id: ID!) { administerPage(id: $id, input: { state: UNCLAIMED }) { id } }', {
      id,
    });
    expect((await pages.run(undefined, PUBLIC, { id: card })).data.publicPage.profile).toEqual({ name: '' });
    await pages.restart();
    expect((await pages.run(tokenOf('second'), CLAIM, { id: card })).code).toBeUndefined();
  });
});

describe('card that is replaced', () => {
  it('retires for good, and the new one shows the page', async () => {
    const { token, id } = await driver();
    const by = await free();
    await pages.run(token, LOST, { id });
    expect((await pages.run(token, REPLACE, { id, by })).data.replaceCard).toMatchObject({
      address: by,
      cards: [
        { id, status: 'REPLACED' },
        { id: by, status: 'IN_USE' },
      ],
    });
    expect(await pages.run(undefined, PUBLIC, { id })).toMatchObject({ code: 'CARD_REPLACED', status: 410 });
    expect((await pages.run(undefined, PUBLIC, { id: by })).data.publicPage.profile).toEqual({ name: 'Ana' });
    expect((await pages.run(token, FOUND, { id })).code).toBe('CARD_REPLACED');
  });

  it('is replaced by one of two cards; the other one stays free', async () => {
    const { token, id } = await driver();
    const news = [await free(), await free()];
    const answers = await Promise.all(news.map((by) => pages.run(token, REPLACE, { id, by })));
    expect(codes(answers)).toEqual(['CARD_REPLACED', undefined]);
    const { cards: left } = (await pages.run(token, READ, { id })).data.page;
    expect(left).toHaveLength(2);
    const unused = news.find((card) => !left.some((each: { id: string }) => each.id === card));
    expect((await pages.run(tokenOf('any'), CLAIM, { id: unused })).code).toBeUndefined();
  });
});
