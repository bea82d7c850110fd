import * as v from 'valibot';
import { parsed } from '../../api/parsed.ts';
import { type Business, businessSchema, NO_BUSINESS, voucherSchema } from './voucher.ts';

/* The rides of a driver, on the phone alone. A voucher is added once and never changed; its state is beside it. */

export const RIDE_STATES = ['planned', 'done', 'cancelled', 'noShow', 'replaced'] as const;
export const rideSchema = v.object({ voucher: voucherSchema, state: v.picklist(RIDE_STATES) });
export type Ride = v.InferOutput<typeof rideSchema>;

type Store = 'vouchers' | 'states' | 'settings';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('volant-rides', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('vouchers', { keyPath: 'id' });
      request.result.createObjectStore('states');
      request.result.createObjectStore('settings');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs requests in one transaction.
 * @returns their results once the transaction is on the disk
 * @throws if the disk is full or the browser allows no storage
 */
async function inOne(
  mode: IDBTransactionMode,
  work: (store: (name: Store) => IDBObjectStore) => readonly IDBRequest[],
): Promise<readonly unknown[]> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(['vouchers', 'states', 'settings'], mode, { durability: 'strict' });
      const requests = work((name) => transaction.objectStore(name));
      transaction.oncomplete = () => resolve(requests.map(({ result }) => result));
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser stopped storing'));
    });
  } finally {
    database.close();
  }
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
