import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';

const CLAIM = 'mutation($id: ID!) { claimPage(id: $id) { id ownerId } }';
const BULK = 'mutation($input: CreatePagesInput!) { createPages(input: $input) { pages { id uid } } }';
const admin = tokenOf('admin', 'ADMIN');

let pages: PagesFixture;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

async function cards(quantity: number, state = 'UNCLAIMED'): Promise<{ id: string; uid: string }[]> {
  return (await pages.run(admin, BULK, { input: { quantity, state } })).data.createPages.pages;
}

async function claimsRecorded(uid: string): Promise<number> {
  const commits = await pages.ports.eventStore.readStream(`page-${uid}`);
  return commits.flatMap(({ events }) => events).filter(({ type }) => type === 'PageClaimed').length;
}

describe('concurrent claims', () => {
  it('give the page to one of two people, 50 times', async () => {
    for (const [round, { id, uid }] of (await cards(50)).entries()) {
      const rivals = [`a${round}`, `b${round}`];
      const answers = await Promise.all(rivals.map((user) => pages.run(tokenOf(user), CLAIM, { id })));
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['PAGE_ALREADY_CLAIMED', undefined]);
      expect(answers.map(({ status }) => status)).toContain(400);
      expect(await claimsRecorded(uid)).toBe(1);
    }
  });

  it('give the page to one of a thousand people', async () => {
    const [card = { id: '', uid: '' }] = await cards(1);
    const people = Array.from({ length: 1000 }, (_, index) => `crowd-${index}`);
    const answers = await Promise.all(people.map((user) => pages.run(tokenOf(user), CLAIM, { id: card.id })));
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'PAGE_ALREADY_CLAIMED')).toHaveLength(999);
    expect(await claimsRecorded(card.uid)).toBe(1);
  });
});

describe('claimPage', () => {
  it('succeeds again for the owner and counts no failure', async () => {
    const [card = { id: '' }] = await cards(1);
    for (let time = 0; time < 15; time += 1) {
      expect((await pages.run(tokenOf('owner'), CLAIM, { id: card.id })).data.claimPage.ownerId).toBe('owner');
    }
  });

  it('is refused without a session and for an inactive page', async () => {
    const [card = { id: '' }] = await cards(1, 'INACTIVE');
    expect((await pages.run(undefined, CLAIM, { id: card.id })).code).toBe('UNAUTHENTICATED');
    expect(await pages.run(tokenOf('late'), CLAIM, { id: card.id })).toMatchObject({
      code: 'PAGE_INACTIVE',
      status: 403,
      message: 'This page is currently inactive',
    });
  });

  it('may fail 10 times an hour for one person', async () => {
    const guesser = tokenOf('guesser');
    for (let time = 0; time < 10; time += 1) {
      expect((await pages.run(guesser, CLAIM, { id: `guess-${time}` })).code).toBe('PAGE_NOT_FOUND');
    }
    const [card = { id: '' }] = await cards(1);
    expect(await pages.run(guesser, CLAIM, { id: card.id })).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 });
    expect((await pages.run(tokenOf('other'), CLAIM, { id: card.id })).code).toBeUndefined();
  });
});
