import { create, toBinary } from '@bufbuild/protobuf';
import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';
import { describe, expect, it } from 'vitest';
import { imageStream } from '../domain/image.ts';
import { pageStream } from '../domain/page.ts';
import { applyToKnownUsers, KNOWN_USERS_VIEW } from './known-users.ts';
import { applyToDeletions, applyToImages, DELETIONS_VIEW, IMAGES_VIEW } from './upkeep.ts';

const at = '2026-11-20T09:00:00.000Z';
const erased = { type: STREAM_ERASED, data: {} };

describe('the declared shape of documents is that of', () => {
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
