import { create, toBinary } from '@bufbuild/protobuf';
import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';
import { describe, expect, it } from 'vitest';
import { imageStream } from '../image/image.ts';
import { pageStream } from '../page/page.ts';
import { seriesStream } from '../series/series.ts';
import { deliveryStream } from '../webhooks/deliveries.ts';
import { ENDPOINTS_STREAM } from '../webhooks/endpoints.ts';
import { applyToBatches, BATCHES_VIEW } from './batches/batch-document.ts';
import { applyToDeliveries, DELIVERIES_VIEW } from './deliveries/delivery-document.ts';
import { applyToKnownUsers, KNOWN_USERS_VIEW } from './known-users/known-users.ts';
import { applyToDeletions, applyToImages, DELETIONS_VIEW, IMAGES_VIEW } from './upkeep.ts';

const at = '2026-11-20T09:00:00.000Z';
const erased = { type: STREAM_ERASED, data: {} };

describe('the declared shape of documents is that of', () => {
  it('batches', async () => {
    const steps = commitsOf(seriesStream('s1'), [
      { type: 'SeriesMade', data: { uids: ['u1', 'u2'], note: 'Été 2', madeAt: at } },
      { type: 'CardsMarked', data: { stage: 'PRINTED', numbers: [2] } },
      { type: 'NoteChanged', data: { note: 'Hiver' } },
    ]).map((commit) => (views: WritableViews) => applyToBatches(views.view(BATCHES_VIEW), commit));
    expect(BATCHES_VIEW.shape).toBe(await shapeOfView(BATCHES_VIEW, steps));
  });

  it('deliveries', async () => {
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

  it('pictures', async () => {
    const path = '/uploads/a.webp';
    const uploaded = { type: 'ImageUploaded', data: { path, uploadedBy: 'ana', uploadedAt: at } };
    const steps = commitsOf(imageStream(path), [uploaded, erased]).map(
      (commit) => (views: WritableViews) => applyToImages(views.view(IMAGES_VIEW), commit),
    );
    expect(IMAGES_VIEW.shape).toBe(await shapeOfView(IMAGES_VIEW, steps));
  });

  it('deleted pages', async () => {
    const steps = commitsOf(pageStream('u1'), [{ type: 'PageDeleted', data: {} }, erased]).map(
      (commit) => (views: WritableViews) => applyToDeletions(views.view(DELETIONS_VIEW), commit),
    );
    expect(DELETIONS_VIEW.shape).toBe(await shapeOfView(DELETIONS_VIEW, steps));
  });

  it('known users', async () => {
    const user = toBinary(UserSnapshotSchema, create(UserSnapshotSchema, { userId: 'ana', version: 3n }));
    const record = { topic: 't', partition: 0, offset: 0, headers: {}, at: new Date(0), key: 'ana' };
    const steps = [user, null].map(
      (value) => (views: WritableViews) => applyToKnownUsers(views.view(KNOWN_USERS_VIEW), { ...record, value }),
    );
    expect(KNOWN_USERS_VIEW.shape).toBe(await shapeOfView(KNOWN_USERS_VIEW, steps));
  });
});
