import { listNewestFirst, type Paging } from '@volant/infra/views/newest-first';
import type { View, ViewDefinition, ViewDocument, ViewFilter, ViewStore } from '@volant/infra/views/view-store';
import type { CorePorts } from '../page/ports.ts';
import type { Occurrence } from './endpoints.ts';

/** `RETRYING`: the last attempt failed, and another one follows. `DEAD`: given up after a day. */
export type DeliveryState = 'DELIVERED' | 'RETRYING' | 'DEAD';

/** Why an attempt failed: another status than 2xx; no answer in time; no connection; an address of a private network. */
export type DeliveryProblem = 'REFUSED' | 'TIMEOUT' | 'UNREACHABLE' | 'PRIVATE_ADDRESS' | 'NOT_TRIED';

/** A message for an endpoint. */
export interface Delivery extends ViewDocument, Occurrence {
  readonly endpointId: string;
  /** Deliveries of a lane are made one after another: a page's changes arrive in their order. */
  readonly lane: string;
  /** Position of the commit that requested it. */
  readonly position: number;
  /** Endpoint, time and place in the queue, see `dueAt`; null when nothing is left to do. */
  readonly due: string | null;
  /** Somebody wants it again, so that it gets an attempt however old it is. */
  readonly isRequested: boolean;
  readonly attempts: number;
  /** Null before the first attempt. */
  readonly state: DeliveryState | null;
  /** Status of the last answer. */
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;
  readonly triedAt: string | null;
  readonly nextAt: string | null;
}

/** A delivery after its first attempt. */
export interface TriedDelivery extends Delivery {
  readonly state: DeliveryState;
  readonly triedAt: string;
}

/**
 * The table of deliveries, in a store that is never rebuilt. One with a new name goes on where a restored backup does.
 */
export const DELIVERIES: ViewDefinition = {
  name: 'webhook-deliveries-1',
  shape: 'M4MtvXgVSczq',
  indexes: ['at', 'due', 'endpointId', 'lane', 'state'],
};

export type DeliveryPorts = Pick<CorePorts, 'eventStore' | 'stateStore'>;

/** Name of the checkpoint that backups carry, and of the sender's lease. */
export const QUEUE = 'webhooks';
/** Finished deliveries stored and shown of each endpoint. */
const MAX_DELIVERIES = 1_000;
/** Finished deliveries that are removed at once. */
const MAX_REMOVED = 10_000;
const POSITION_DIGITS = 16;

export function deliveryIdOf(endpointId: string, eventId: string): string {
  return `${endpointId}:${eventId}`;
}

/** A delivery that is due at a time, after the earlier ones of its endpoint. */
export function dueAt(delivery: Omit<Delivery, 'due'>, time: Date): Delivery {
  const place = String(delivery.position).padStart(POSITION_DIGITS, '0');
  return { ...delivery, due: `${delivery.endpointId} ${time.toISOString()} ${place}` };
}

/** Deliveries that wait. */
export const ANY_WAITING: ViewFilter = { due: { $gt: '' } };

/** Deliveries of an endpoint that wait, or those of them that are due at a time. */
export function waitingOf(endpointId: string, time?: Date): ViewFilter {
  return { due: { $gt: `${endpointId} `, $lt: `${endpointId} ${time === undefined ? '' : time.toISOString()}~` } };
}

/** Deliveries of a lane that wait, in their order. */
export function waitingIn(
  view: Pick<View<Delivery>, 'find'>,
  lane: string,
  limit?: number,
): Promise<readonly Delivery[]> {
  return view.find({ lane, ...ANY_WAITING }, { sort: { position: 1 }, ...(limit && { limit }) });
}

/** Those that were tried, newest first. */
export function listDeliveries(store: ViewStore, endpointId: string, state: DeliveryState | undefined, paging: Paging) {
  const matching = { endpointId, state: state ?? { $in: ['DELIVERED', 'RETRYING', 'DEAD'] } };
  return listNewestFirst(store.view<TriedDelivery>(DELIVERIES), 'at', matching, paging);
}

/**
 * Removes the oldest finished deliveries, and notes for a restored backup, which has no table, where to go on.
 * @returns how many it removed
 */
export async function tidyDeliveries({ eventStore, stateStore }: DeliveryPorts): Promise<number> {
  const view = stateStore.view<Delivery>(DELIVERIES);
  const reached = await stateStore.checkpoint(DELIVERIES.name);
  const [oldest] = await view.find(ANY_WAITING, { sort: { position: 1 }, limit: 1 });
  const position = Math.min(reached, (oldest?.position ?? Number.POSITIVE_INFINITY) - 1);
  if (position > 0) await eventStore.checkpoints.save(QUEUE, position);
  let removed = 0;
  for (const { values } of await view.countBy({ due: null }, ['endpointId'])) {
    const older = await view.find(
      { ...values, due: null },
      { sort: { at: -1 }, skip: MAX_DELIVERIES, limit: MAX_REMOVED },
    );
    await stateStore.together(async (at) => {
      const table = at(reached).view<Delivery>(DELIVERIES);
      for (const { _id } of older) await table.remove(_id);
    });
    removed += older.length;
  }
  return removed;
}
