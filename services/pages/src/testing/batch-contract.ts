import { DomainError } from '@volant/infra/errors/domain-error';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PagesFixture, tokenOf } from './pages-fixture.ts';

const BULK =
  'mutation($input: CreatePagesInput!) { createPages(input: $input) { workbookId pages { uid id displayName } } }';
const ALL = '{ pages(first: 1) { totalCount } }';
const QUANTITY = 1_000;
/** Size of concurrent batch: how they interfere does not depend on the number of pages. */
const BESIDE = 250;
const HOUR = 60 * 60 * 1000;
const admin = tokenOf('admin', 'ADMIN');

interface MadePage {
  readonly uid: string;
  readonly id: string;
  readonly displayName: string;
}

/** Contract of bulk creation, for every set of adapters. */
export function bulkContract(open: () => Promise<PagesFixture>): void {
  let pages: PagesFixture;
  beforeEach(async () => {
    pages = await open();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await pages.close();
  });

  const bulk = (idempotencyKey?: string, quantity = QUANTITY) =>
    pages.run(admin, BULK, { input: { quantity, prefixNote: 'Salon' } }, { idempotencyKey });
  /** Under load, a batch is answered before all its pages are in the view. */
  const total = async () => (await pages.run(admin, ALL)).data.pages.totalCount;

  /** Expects the ids to belong to their pages permanently, and no other id to be reserved. */
  async function expectIdsToLast(made: readonly MadePage[]): Promise<void> {
    const { eventStore } = pages.ports;
    pages.advance(2 * HOUR);
    await pages.restart();
    await eventStore.reservations.reap(new Date(Date.now() + 4 * HOUR));
    const held = new Map<string, string>();
    for (let after = ''; ; ) {
      const some = await eventStore.contents.reservations(after, 500);
      for (const { key, owner } of some) if (key.startsWith('page-id:')) held.set(key, owner);
      const last = some.at(-1);
      if (last === undefined) break;
      after = last.key;
    }
    expect(held).toEqual(new Map(made.map(({ id, uid }) => [`page-id:${id.toLowerCase()}`, uid])));
  }

  describe('bulk of 1,000 pages', () => {
    it('creates 1,000 pages in order, and returns them again on a retry', async () => {
      const { data, code } = await bulk('key');
      expect(code).toBeUndefined();
      const made: readonly MadePage[] = data.createPages.pages;
      expect(made.map(({ displayName }) => displayName)).toEqual(
        Array.from({ length: QUANTITY }, (_, index) => `Salon ${String(index + 1).padStart(4, '0')}`),
      );
      await expect.poll(total).toBe(QUANTITY);
      expect((await bulk('key')).data).toEqual(data);
      await expect.poll(total).toBe(QUANTITY);
      await expectIdsToLast(made);
    });

    it('is created in steps, the last pages first, as by one call', async () => {
      const step = (from?: number) =>
        pages.run(admin, BULK, { input: { quantity: BESIDE, prefixNote: 'Salon', from } }, { idempotencyKey: 'steps' });
      for (const from of [151, 51, 51]) {
        expect((await step(from)).data.createPages.pages).toHaveLength(BESIDE - from + 1);
        await expect.poll(total).toBe(BESIDE - from + 1);
      }
      const batches = async () => (await pages.run(admin, '{ batches { totalCount } }')).data.batches.totalCount;
      expect(await batches()).toBe(0);
      const { data } = await step();
      expect(await batches()).toBe(1);
      const { data: listed } = await pages.run(admin, '{ pages(first: 250) { nodes { uid id displayName } } }');
      expect(listed.pages.nodes).toEqual(data.createPages.pages);
      expect((await step()).data).toEqual(data);
      await expectIdsToLast(data.createPages.pages);
    });

    it.each([
      ['its reservations', 'reserveAll', 0],
      ['some of its commits', 'append', 400],
      ['its commits', 'confirmAll', QUANTITY],
      ['its views', 'append', QUANTITY],
    ] as const)('is completed by a retry if it was interrupted after %s', async (_, step, after) => {
      const { eventStore } = pages.ports;
      const broken = () => Promise.reject(new DomainError('UNAVAILABLE'));
      if (step === 'append') {
        const append = eventStore.append.bind(eventStore);
        let appended = 0;
        vi.spyOn(eventStore, 'append').mockImplementation((request) => {
          appended += 1;
          return appended > after ? broken() : append(request);
        });
      } else if (step === 'reserveAll') {
        const reserve = eventStore.reservations.reserveAll.bind(eventStore.reservations);
        vi.spyOn(eventStore.reservations, step).mockImplementation(async (...ids) => {
          await reserve(...ids);
          return broken();
        });
      } else {
        vi.spyOn(eventStore.reservations, step).mockImplementation(broken);
      }
      expect((await bulk('key')).code).toBe('UNAVAILABLE');
      vi.restoreAllMocks();

      const { data, code } = await bulk('key');
      expect(code).toBeUndefined();
      expect(new Set(data.createPages.pages.map(({ uid }: MadePage) => uid)).size).toBe(QUANTITY);
      await expect.poll(total).toBe(QUANTITY);
      expect((await bulk('key')).data).toEqual(data);
      await expectIdsToLast(data.createPages.pages);
    });

    it('is created beside another one, and once if both have the same key', async () => {
      const [one, other] = await Promise.all([bulk(undefined, BESIDE), bulk(undefined, BESIDE)]);
      expect([one?.code, other?.code]).toEqual([undefined, undefined]);
      await expect.poll(total).toBe(2 * BESIDE);
      const [first, again] = await Promise.all([bulk('same', BESIDE), bulk('same', BESIDE)]);
      expect(first?.code).toBeUndefined();
      expect(again?.data).toEqual(first?.data);
      await expect.poll(total).toBe(3 * BESIDE);
      await expectIdsToLast([one, other, first].flatMap((answer) => answer?.data.createPages.pages));
    });
  });
}
