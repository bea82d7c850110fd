import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { expect, it } from 'vitest';
import { deliveryStream } from './deliveries.ts';
import { ENDPOINTS_STREAM } from './endpoints.ts';
import { applyToDeliveries, DELIVERIES_VIEW } from './view.ts';

const at = '2026-11-20T09:00:00.000Z';
const erased = { type: STREAM_ERASED, data: {} };

it('the declared shape of documents is that of deliveries', async () => {
  const occurrence = { eventId: 'e1', type: 'PAGE_CLAIMED', streamId: 'page-u1', version: 2, at };
  const delivery = { endpointId: 'shop', ...occurrence, position: 7, triedAt: at };
  const retried = { state: 'RETRYING', attempts: 1, status: 500, problem: 'REFUSED', nextAt: at };
  const delivered = { state: 'DELIVERED', attempts: 2, status: 200, problem: null, nextAt: null };
  const steps = [
    ...commitsOf(deliveryStream('1'), [
      { type: 'DeliveryTried', data: { ...delivery, ...retried } },
      { type: 'DeliveryTried', data: { ...delivery, ...delivered } },
      { type: 'DeliveryTried', data: { ...delivery, ...delivered, endpointId: 'bank' } },
    ]),
    ...commitsOf(ENDPOINTS_STREAM, [{ type: 'EndpointRemoved', data: { id: 'shop' } }]),
    ...commitsOf(deliveryStream('1'), [erased]),
  ].map((commit) => (views: WritableViews) => applyToDeliveries(views.view(DELIVERIES_VIEW), commit));
  expect(DELIVERIES_VIEW.shape).toBe(await shapeOfView(DELIVERIES_VIEW, steps));
});
