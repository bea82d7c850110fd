import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { z } from 'zod';
import { occurrenceShape } from './endpoints.ts';

/** `RETRYING`: the last attempt failed, and another one follows. `DEAD`: given up after a day. */
const DELIVERY_STATES = ['DELIVERED', 'RETRYING', 'DEAD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed: another status than 2xx; no answer in time; no connection; an address of a private network. */
const DELIVERY_PROBLEMS = ['REFUSED', 'TIMEOUT', 'UNREACHABLE', 'PRIVATE_ADDRESS', 'NOT_TRIED'] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

const shapes = {
  /** Outcome of a message so far. */
  DeliveryTried: z.object({
    endpointId: z.string(),
    ...occurrenceShape,
    /** Position of the commit that asked for the message. */
    position: z.int(),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    /** Status of the answer. */
    status: z.int().nullable(),
    problem: z.enum(DELIVERY_PROBLEMS).nullable(),
    triedAt: z.string(),
    nextAt: z.string().nullable(),
  }),
};

export type Delivery = EventOf<typeof shapes, 'DeliveryTried'>['data'];

export const deliveryCodec = eventCodec('webhook delivery', shapes);

/** The log is written in numbered streams, so that old ones can be erased. */
export const { of: deliveryStream, idIn: numberOfDeliveryStream } = streamKind('deliveries-');

/** Of a message for an endpoint. */
export function deliveryIdOf(endpointId: string, eventId: string): string {
  return `${endpointId}:${eventId}`;
}

/**
 * How long outcomes are kept at least: longer than a message is tried, so that a restart knows of each younger event
 * whether it was delivered. Older events are not sent, for example after an import, which has no position to go on from.
 */
export const OUTCOMES_KEPT_MS = 2 * 24 * 60 * 60 * 1000;
