import * as v from 'valibot';
import { parsed } from '../../api/parsed.ts';
import { newSeries, type Receipt, type ReceiptDraft, receiptName, receiptSchema, standingReceipt } from './receipt.ts';
import { type Business, businessSchema, NO_BUSINESS, voucherSchema } from './voucher.ts';

/*
 * The rides of a driver, on the phone alone. Vouchers and receipts are added once and never changed; the state of a
 * voucher is beside it.
 */

export const RIDE_STATES = ['planned', 'done', 'cancelled', 'noShow', 'replaced'] as const;
export const rideSchema = v.object({ voucher: voucherSchema, state: v.picklist(RIDE_STATES) });
export type Ride = v.InferOutput<typeof rideSchema>;

const STORES = ['vouchers', 'states', 'settings', 'receipts'] as const;
type Store = (typeof STORES)[number];

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('volant-rides', 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore('vouchers', { keyPath: 'id' });
        request.result.createObjectStore('states');
        request.result.createObjectStore('settings');
      }
      request.result.createObjectStore('receipts', { keyPath: ['series', 'number'] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs one transaction; browsers let no two that write overlap, whatever the tab.
 * @param start makes its first requests, whose handlers may make others
 * @returns what the function says that `start` returned, once the transaction is on the disk
 * @throws if the disk is full or the browser allows no storage
 */
async function transact<Result>(
  mode: IDBTransactionMode,
  start: (store: (name: Store) => IDBObjectStore) => () => Result,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORES, mode, { durability: 'strict' });
      const result = start((name) => transaction.objectStore(name));
      transaction.oncomplete = () => resolve(result());
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser stopped storing'));
    });
  } finally {
    database.close();
  }
}

/** Runs requests in one transaction, and returns their results. */
function inOne(
  mode: IDBTransactionMode,
  work: (store: (name: Store) => IDBObjectStore) => readonly IDBRequest[],
): Promise<readonly unknown[]> {
  return transact(mode, (store) => {
    const requests = work(store);
    return () => requests.map(({ result }) => result);
  });
}

/** All rides by their pick-up. */
export async function allRides(): Promise<readonly Ride[]> {
  const [vouchers, keys, states] = await inOne('readonly', (store) => [
    store('vouchers').getAll(),
    store('states').getAllKeys(),
    store('states').getAll(),
  ]);
  const stateOf = new Map((keys as string[]).map((id, index) => [id, (states as unknown[])[index]]));
  return (vouchers as { id: string }[])
    .flatMap((voucher) => parsed(rideSchema, { voucher, state: stateOf.get(voucher.id) ?? 'planned' }) ?? [])
    .sort((one, other) => (one.voucher.pickUpAt < other.voucher.pickUpAt ? -1 : 1));
}

/** Adds rides that are not there yet, each with its state; what a voucher replaces is marked. */
export async function addRides(rides: readonly Ride[]): Promise<void> {
  // The browser is asked not to clear them; a refusal shows on the screen.
  await navigator.storage?.persist?.();
  const known = new Set((await allRides()).map(({ voucher }) => voucher.id));
  await inOne('readwrite', (store) =>
    rides
      .filter(({ voucher }) => !known.has(voucher.id))
      .flatMap(({ voucher, state }) => [
        store('vouchers').add(voucher),
        store('states').put(state, voucher.id),
        ...(voucher.replaces === '' ? [] : [store('states').put('replaced', voucher.replaces)]),
      ]),
  );
}

/** All receipts, the first ones of each phone first. */
export async function allReceipts(): Promise<readonly Receipt[]> {
  const [receipts] = await inOne('readonly', (store) => [store('receipts').getAll()]);
  return readReceipts(receipts);
}

function readReceipts(stored: unknown): readonly Receipt[] {
  return (stored as unknown[]).flatMap((receipt) => parsed(receiptSchema, receipt) ?? []);
}

/**
 * Gives a receipt the next number of this phone, whose series no other phone has: numbers have no gaps, and no import
 * repeats one.
 * @returns undefined if the ride has a receipt meanwhile, as from another tab, that this one does not correct
 */
export async function addReceipt(draft: ReceiptDraft): Promise<Receipt | undefined> {
  await navigator.storage?.persist?.();
  return transact('readwrite', (store) => {
    let added: Receipt | undefined;
    const known = store('settings').get('series');
    const stored = store('receipts').getAll();
    // Requests are answered in their order.
    stored.onsuccess = () => {
      const receipts = readReceipts(stored.result);
      const standing = standingReceipt(receipts, draft.ride);
      if ((standing === undefined ? '' : receiptName(standing)) !== draft.replaces) return;
      const series: string = known.result ?? newSeries();
      if (known.result === undefined) store('settings').put(series, 'series');
      const numbers = receipts.filter((receipt) => receipt.series === series).map(({ number }) => number);
      added = { ...draft, series, number: Math.max(0, ...numbers) + 1 };
      store('receipts').add(added);
    };
    return () => added;
  });
}

/** Adds receipts of an export that are not there yet, with the numbers that they have. */
export async function importReceipts(receipts: readonly Receipt[]): Promise<void> {
  await transact('readwrite', (store) => {
    const stored = store('receipts').getAll();
    stored.onsuccess = () => {
      const known = new Set(readReceipts(stored.result).map(receiptName));
      for (const receipt of receipts) if (!known.has(receiptName(receipt))) store('receipts').add(receipt);
    };
    return () => undefined;
  });
}

export async function setRideState(id: string, state: Ride['state']): Promise<void> {
  await inOne('readwrite', (store) => [store('states').put(state, id)]);
}

export async function deleteRide(id: string): Promise<void> {
  await inOne('readwrite', (store) => [store('vouchers').delete(id), store('states').delete(id)]);
}

export async function storedBusiness(): Promise<Business | undefined> {
  const [business] = await inOne('readonly', (store) => [store('settings').get('business')]);
  return parsed(businessSchema, business);
}

export async function keepBusiness(business: Business): Promise<void> {
  await inOne('readwrite', (store) => [store('settings').put({ ...NO_BUSINESS, ...business }, 'business')]);
}

/** When everything was exported last, in milliseconds; 0 if never. */
export async function lastExport(): Promise<number> {
  const [at] = await inOne('readonly', (store) => [store('settings').get('exported')]);
  return typeof at === 'number' ? at : 0;
}

export async function noteExport(at: number): Promise<void> {
  await inOne('readwrite', (store) => [store('settings').put(at, 'exported')]);
}

/** Whether the browser promised to keep them. */
export async function isPersisted(): Promise<boolean> {
  return (await navigator.storage?.persisted?.()) ?? false;
}
