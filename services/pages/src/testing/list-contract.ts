import { searchTerms } from '@volant/infra/text/searchable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PagesPorts } from '../app.ts';
import { type PagesFixture, tokenOf } from './pages-fixture.ts';

const CREATE = 'mutation($input: CreatePageWithIdInput!) { createPageWithId(input: $input) { id } }';
const ADMINISTER = 'mutation($id: ID!, $input: AdministerPageInput!) { administerPage(id: $id, input: $input) { id } }';
const LIST = `query($first: Int, $after: String, $offset: Int, $filter: PageFilter) {
  pages(first: $first, after: $after, offset: $offset, filter: $filter) {
    nodes { id } totalCount pageInfo { endCursor hasNextPage } tallies { state claimed count }
  }
}`;
const admin = tokenOf('admin', 'ADMIN');

/** Oldest first. */
const PAGES = [
  { id: 'list-ana', displayName: 'Éric’s Berline', ownerId: 'ana', state: 'ACTIVE' },
  { id: 'list-free', displayName: '', state: 'UNCLAIMED' },
  { id: 'list-shop', displayName: 'Gare (vitrine) 100 %, Œuvre Straße', state: 'ACTIVE' },
  { id: 'list-ben', displayName: 'Noël & fils', ownerId: 'ben', state: 'INACTIVE' },
  { id: 'list-block', displayName: 'eric', ownerId: 'ben', state: 'DEACTIVATED' },
];

/** Contract of the administrators' list, for every set of adapters. */
export function listContract(
  open: (on: Pick<PagesPorts, 'peopleFound' | 'eventTotals'>) => Promise<PagesFixture>,
): void {
  describe('list of pages', () => {
    let pages: PagesFixture;
    /** Searches sent to identity, and its answers. */
    const searches: string[] = [];
    const people = new Map([
      ['dupont', ['ana']],
      ['ben@', ['ben', 'somebody-else']],
      ['e', ['ana', 'ben']],
      ['', ['ben', 'ana']],
    ]);
    let events: Awaited<ReturnType<NonNullable<PagesPorts['eventTotals']>>> = [];

    beforeAll(async () => {
      pages = await open({
        peopleFound: async (search) => {
          searches.push(search);
          return people.get(searchTerms(search)[0] ?? '') ?? [];
        },
        eventTotals: async () => events,
      });
      for (const user of ['ana', 'ben']) await pages.openAccount(user);
      for (const { id, state, ...more } of PAGES) {
        pages.advance(1_000);
        const made = state === 'DEACTIVATED' ? 'ACTIVE' : state;
        expect((await pages.run(admin, CREATE, { input: { id, state: made, ...more } })).code).toBeUndefined();
        if (state === 'DEACTIVATED') await pages.run(admin, ADMINISTER, { id, input: { state, reason: 'Spam' } });
      }
      await pages.run(admin, ADMINISTER, { id: 'list-shop', input: { newId: 'list-stall' } });
    });
    afterAll(() => pages.close());

    const list = async (variables: object) => (await pages.run(admin, LIST, variables)).data.pages;
    const ids = async (filter: object) => (await list({ filter })).nodes.map(({ id }: { id: string }) => id);

    it('finds pages by when they were created, and by when their owner got them', async () => {
      const { nodes } = (await pages.run(admin, '{ pages(first: 100) { nodes { id createdAt claimedAt } } }')).data
        .pages;
      const [newest] = nodes;
      const { createdAt } = newest;
      const named = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id);
      expect(await ids({ createdFrom: createdAt })).toEqual([newest.id]);
      expect(await ids({ createdBefore: createdAt })).toEqual(named(nodes.slice(1)));
      const owned = nodes.filter(({ claimedAt }: { claimedAt: string | null }) => claimedAt !== null);
      expect(owned).toHaveLength(3);
      const first = owned.at(-1);
      expect(await ids({ claimedFrom: first.claimedAt })).toEqual(named(owned));
      expect(await ids({ claimedBefore: first.claimedAt })).toEqual([]);
    });

    it.each([
      ['an id', 'LIST-BEN', ['list-ben']],
      ['a part of an id', 'ist-b', ['list-block', 'list-ben']],
      ['a former id', 'list-shop', ['list-stall']],
      ['a name without its accents', 'NOEL', ['list-ben']],
      ['a name with accents that it has not', 'éric', ['list-block', 'list-ana']],
      ['signs that mean something in patterns', '(vitrine) 100 %', ['list-stall']],
      ['a ligature by its letters, with marks nobody sees', '\u202aoeuvre STRASSE\u200b', ['list-stall']],
      ['letters by their ligature', 'ŒUVRE straße', ['list-stall']],
      ['nothing', 'nothing at all', []],
      ['white space', '   ', ['list-block', 'list-ben', 'list-stall', 'list-free', 'list-ana']],
      ['a sign of the middle of a name', '&', ['list-ben']],
      ['what an owner is called', 'Dupont', ['list-ana']],
      ['the address of an owner', ' BEN@ ', ['list-block', 'list-ben']],
      ['an id and a name of two lines', 'list-ana\néric', ['list-ana']],
      ['an id with the name of another page', 'list-ana\nnoël', []],
      ['words in another order', 'Straße, gare œuvre', ['list-stall']],
      ['several ids', 'https://volant.example/d/list-ana https://volant.example/d/LIST-BEN', ['list-ben', 'list-ana']],
      ['words in quotes', '“Noël & fils”', ['list-ben']],
    ])('finds %s', async (_what, search, expected) => {
      expect(await ids({ search })).toEqual(expected);
    });

    it('sends the search to identity as typed, and nothing without a search', async () => {
      searches.length = 0;
      await ids({ search: ' Élodie  ' });
      await ids({ search: '' });
      await ids({ state: 'ACTIVE' });
      expect(searches).toEqual([' Élodie  ']);
    });

    it('accepts a search of the maximum length whose compatibility form is longer', async () => {
      // Each expands to eighteen letters.
      expect(await ids({ search: '\uFDFA'.repeat(200) })).toEqual([]);
    });

    it('combines search, state, owner and whether there is an owner', async () => {
      expect(await ids({ search: 'e', state: 'ACTIVE' })).toEqual(['list-stall', 'list-ana']);
      expect(await ids({ state: 'ACTIVE', claimed: 'UNCLAIMED' })).toEqual(['list-stall']);
      expect(await ids({ claimed: 'CLAIMED' })).toEqual(['list-block', 'list-ben', 'list-ana']);
      expect(await ids({ search: 'eric', claimed: 'CLAIMED', state: 'DEACTIVATED' })).toEqual(['list-block']);
      expect(await ids({ search: 'eric', ownerId: 'ana' })).toEqual(['list-ana']);
    });

    it('counts the results of each filter under the present search', async () => {
      const { tallies, totalCount } = await list({ first: 1, filter: { search: 'eric', state: 'ACTIVE' } });
      expect(totalCount).toBe(1);
      const rows = tallies.map((tally: object) => Object.values(tally).join(' ')).sort();
      expect(rows).toEqual(['ACTIVE true 1', 'DEACTIVATED true 1']);
      const all = (await list({})).tallies as { state: string; claimed: boolean; count: number }[];
      expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(5);
      expect(all.find(({ state, claimed }) => state === 'ACTIVE' && !claimed)?.count).toBe(1);
    });

    it('continues at a cursor, at an offset, and at an offset after a cursor', async () => {
      const first = await list({ first: 2 });
      expect(first).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
      const after = first.pageInfo.endCursor;
      const nodesOf = async (variables: object) => (await list(variables)).nodes.map(({ id }: { id: string }) => id);
      expect(await nodesOf({ first: 2, after })).toEqual(['list-stall', 'list-free']);
      expect(await nodesOf({ first: 2, offset: 3 })).toEqual(['list-free', 'list-ana']);
      expect(await nodesOf({ first: 2, after, offset: 2 })).toEqual(['list-ana']);
      expect(await list({ first: 2, offset: 9 })).toMatchObject({ nodes: [], totalCount: 5 });
    });

    const ORDERED = `query($first: Int, $after: String, $offset: Int, $filter: PageFilter, $by: PageColumn, $down: Boolean) {
      pages(first: $first, after: $after, offset: $offset, filter: $filter, orderBy: $by, descending: $down) {
        nodes { id uid tenure } totalCount pageInfo { endCursor hasNextPage }
      }
    }`;
    const ordered = async (variables: object) => {
      const { nodes, ...rest } = (await pages.run(admin, ORDERED, variables)).data.pages;
      return { ids: nodes.map(({ id }: { id: string }) => id), nodes, ...rest };
    };

    it('orders by the names of owners, as identity orders them, newest first, and pages without an owner last', async () => {
      const free = ['list-stall', 'list-free'];
      expect((await ordered({ by: 'OWNER' })).ids).toEqual(['list-block', 'list-ben', 'list-ana', ...free]);
      expect((await ordered({ by: 'OWNER', down: true })).ids).toEqual(['list-ana', 'list-block', 'list-ben', ...free]);
      expect((await ordered({ by: 'OWNER', filter: { state: 'ACTIVE' } })).ids).toEqual(['list-ana', 'list-stall']);
      expect((await ordered({ by: 'OWNER', filter: { claimed: 'UNCLAIMED' } })).ids).toEqual(free);
    });

    it('orders by the events of the present ownership, and goes on behind a page that has moved', async () => {
      const { nodes } = await ordered({ by: 'CREATED' });
      const of = (id: string, count: number, sooner = 0) => {
        const { uid, tenure } = nodes.find((node: { id: string }) => node.id === id);
        return { pageUid: uid, tenure: tenure - sooner, events: count };
      };
      events = [of('list-ana', 12), of('list-ben', 100), of('list-stall', 7), of('list-block', 500, 1)];
      const most = ['list-ben', 'list-ana', 'list-stall', 'list-block', 'list-free'];
      const first = await ordered({ by: 'EVENTS', down: true, first: 2 });
      expect(first).toMatchObject({ ids: most.slice(0, 2), totalCount: 5, pageInfo: { hasNextPage: true } });
      const after = first.pageInfo.endCursor;
      expect((await ordered({ by: 'EVENTS', down: true, after })).ids).toEqual(most.slice(2));
      expect((await ordered({ by: 'EVENTS', down: true, after, offset: 2 })).ids).toEqual(['list-free']);
      expect((await ordered({ by: 'EVENTS' })).ids).toEqual([...most.slice(3), ...most.slice(0, 3).reverse()]);

      events = [...events.slice(1), of('list-ana', 5)];
      const moved = await ordered({ by: 'EVENTS', down: true, after });
      expect(moved).toMatchObject({ ids: ['list-block', 'list-free'], pageInfo: { hasNextPage: false } });
      const cursor = (await ordered({ by: 'CREATED', first: 1 })).pageInfo.endCursor;
      expect((await pages.run(admin, ORDERED, { by: 'EVENTS', after: cursor })).field).toBe('after');
    });

    it.each([
      { first: 0 },
      { first: 10_001 },
      { offset: -1 },
      { offset: 1e9 },
      { after: 'nonsense' },
      { filter: { search: 'x'.repeat(201) } },
    ])('refuses %j', async (variables) => {
      expect((await pages.run(admin, LIST, variables)).code).toBe('VALIDATION_FAILED');
    });

    it('requires an administrator before anything is searched', async () => {
      searches.length = 0;
      const filter = { search: 'ana' };
      expect((await pages.run(undefined, LIST, { filter })).code).toBe('UNAUTHENTICATED');
      expect((await pages.run(tokenOf('ana'), LIST, { filter })).code).toBe('FORBIDDEN');
      expect((await pages.run(tokenOf('sue', 'SUPPORT'), LIST, { filter })).code).toBe('FORBIDDEN');
      expect(searches).toEqual([]);
    });
  });
}
