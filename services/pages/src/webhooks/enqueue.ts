import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import type { View, WritableView } from '@volant/infra/views/view-store';
import type { Occurrences } from '../page/occurrences.ts';
import { type Delivery, deliveryIdOf, dueAt, waitingIn, waitingOf } from './deliveries.ts';
import { ENDPOINTS_STREAM, type Endpoints, endpointCodec, type Occurrence } from './endpoints.ts';
import { occurrenceIn } from './occurrences.ts';

interface EnqueueParts {
  readonly occurrences: readonly Occurrences[];
  readonly clock: () => Date;
  readonly table: Pick<View<Delivery>, 'count'>;
  /** Waiting deliveries of each endpoint, counted once for the commits that are written together. */
  readonly counts: Map<string, number>;
}

/** Messages for one endpoint that wait; further ones are dead at once, and can be sent again. */
const MAX_WAITING = 200_000;
/** Older events are not sent: nothing is known of their deliveries after a restored backup. */
export const OLDEST_SENT_MS = 2 * 24 * 60 * 60 * 1000;
const REMOVED_AT_ONCE = 1_000;

/**
 * Writes the deliveries that a commit requires; doing it again changes nothing.
 * @returns whether it requires any
 */
export function enqueue(
  commit: Commit,
  endpoints: Endpoints,
  view: WritableView<Delivery>,
  parts: EnqueueParts,
): Promise<boolean> {
  return commit.streamId === ENDPOINTS_STREAM
    ? enqueueRequests(commit, view, parts.clock())
    : enqueueOccurrence(commit, endpoints, view, parts);
}

async function enqueueOccurrence(
  commit: Commit,
  endpoints: Endpoints,
  view: WritableView<Delivery>,
  { occurrences, clock, table, counts }: EnqueueParts,
): Promise<boolean> {
  const now = clock();
  if (endpoints.length === 0 || now.getTime() - Date.parse(commit.at) > OLDEST_SENT_MS) return false;
  const occurrence = occurrenceIn(occurrences, commit);
  if (occurrence === undefined) return false;
  let hasWritten = false;
  for (const { id, enabled, types } of endpoints) {
    if (!enabled || !types.some((type) => type === occurrence.type)) continue;
    const delivery = newDelivery(id, occurrence, occurrence.streamId, commit.position);
    if ((await view.get(delivery._id)) !== undefined) continue;
    const count = counts.get(id) ?? (await table.count(waitingOf(id)));
    counts.set(id, count + 1);
    await view.put(count < MAX_WAITING ? dueAt(delivery, now) : notTried(delivery, now));
    hasWritten = true;
  }
  return hasWritten;
}

async function enqueueRequests(commit: Commit, view: WritableView<Delivery>, now: Date): Promise<boolean> {
  const events = eventsOf(endpointCodec, [commit]);
  for (const { type, data } of events) {
    if (type === 'EndpointRemoved') await removeAll(view, data.id);
    else if (type === 'MessageRequested') await request(view, data, commit.position, now);
  }
  return events.length > 0;
}

/** A person does not wait for the other messages of a page, nor for the pause after a failure. */
async function request(
  view: WritableView<Delivery>,
  { id, ...occurrence }: Occurrence & { readonly id: string },
  position: number,
  now: Date,
): Promise<void> {
  const known = await view.get(deliveryIdOf(id, occurrence.eventId));
  if (known === undefined || known.due === null) {
    const delivery = newDelivery(id, occurrence, `again ${occurrence.eventId}`, position);
    const { state, status, problem, triedAt } = known ?? delivery;
    await view.put(dueAt({ ...delivery, isRequested: true, state, status, problem, triedAt }, now));
  } else {
    for (const each of await waitingIn(view, known.lane))
      await view.put(dueAt(each._id === known._id ? { ...each, isRequested: true, attempts: 0 } : each, now));
  }
}

async function removeAll(view: WritableView<Delivery>, endpointId: string): Promise<void> {
  for (;;) {
    const some = await view.find({ endpointId }, { limit: REMOVED_AT_ONCE });
    if (some.length === 0) return;
    for (const { _id } of some) await view.remove(_id);
  }
}

function newDelivery(endpointId: string, occurrence: Occurrence, lane: string, position: number): Delivery {
  return {
    _id: deliveryIdOf(endpointId, occurrence.eventId),
    endpointId,
    ...occurrence,
    lane: `${endpointId} ${lane}`,
    position,
    ...{ due: null, isRequested: false, attempts: 0 },
    ...{ state: null, status: null, problem: null, triedAt: null, nextAt: null },
  };
}

function notTried(delivery: Delivery, now: Date): Delivery {
  return { ...delivery, state: 'DEAD', problem: 'NOT_TRIED', triedAt: now.toISOString() };
}
