import { eventsOf } from '@volant/infra/event-store/event-codec';
import { type Commit, isMarker } from '@volant/infra/event-store/event-store';
import { listNewestFirst, type Paging } from '@volant/infra/views/newest-first';
import type { View, ViewDefinition, ViewDocument, Views, WritableView } from '@volant/infra/views/view-store';
import {
  type Delivery,
  type DeliveryState,
  deliveryCodec,
  deliveryIdOf,
  numberOfDeliveryStream,
} from './deliveries.ts';
import { ENDPOINTS_STREAM, endpointCodec } from './endpoints.ts';

export const DELIVERIES_VIEW: ViewDefinition = {
  name: 'deliveries-1',
  shape: 'aH9SpzcIPaxQ',
  indexes: ['at', 'endpointId', 'log'],
};

/** Messages that are shown of each endpoint. */
const MAX_DELIVERIES = 1_000;

/** The last that is known of a message for an endpoint. */
export interface DeliveryDocument extends ViewDocument, Delivery {
  /** The stream that it was read from. */
  readonly log: string;
  /** Position of its commit. */
  readonly written: number;
}

/** Applies a commit to the view; applying it again changes nothing. */
export async function applyToDeliveries(view: WritableView<DeliveryDocument>, commit: Commit): Promise<void> {
  const { streamId } = commit;
  if (streamId === ENDPOINTS_STREAM) {
    for (const { type, data } of eventsOf(endpointCodec, [commit])) {
      if (type === 'EndpointRemoved') await removeAll(view, { endpointId: data.id });
    }
  } else if (numberOfDeliveryStream(streamId) !== undefined) {
    if (isMarker(commit)) await removeAll(view, { log: streamId });
    else await applyOutcomes(view, commit);
  }
}

async function applyOutcomes(view: WritableView<DeliveryDocument>, commit: Commit): Promise<void> {
  const { streamId: log, position: written } = commit;
  const deliveries = eventsOf(deliveryCodec, [commit]).map(({ data }) => data);
  for (const delivery of deliveries) {
    const _id = deliveryIdOf(delivery.endpointId, delivery.eventId);
    const known = await view.get(_id);
    if (known === undefined || known.written <= written) await view.put({ _id, ...delivery, log, written });
  }
  for (const endpointId of new Set(deliveries.map((delivery) => delivery.endpointId))) {
    const older = await view.find({ endpointId }, { sort: { at: -1 }, skip: MAX_DELIVERIES });
    for (const { _id } of older) await view.remove(_id);
  }
}

async function removeAll(view: WritableView<DeliveryDocument>, filter: object): Promise<void> {
  for (const { _id } of await view.find({ ...filter })) await view.remove(_id);
}

/** Newest first. */
export function listDeliveries(views: Views, endpointId: string, state: DeliveryState | undefined, paging: Paging) {
  return listNewestFirst(deliveriesIn(views), 'at', { endpointId, ...(state && { state }) }, paging);
}

export function findDelivery(views: Views, id: string): Promise<DeliveryDocument | undefined> {
  return deliveriesIn(views).get(id);
}

function deliveriesIn(views: Views): View<DeliveryDocument> {
  return views.view(DELIVERIES_VIEW);
}
