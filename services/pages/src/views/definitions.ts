import type { EventStore } from '@volant/infra/event-store/event-store';
import type { LogViewDefinition } from '@volant/infra/message-log/log-view';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import type { ProjectionDefinition } from '@volant/infra/views/projection';
import { uidOfStream } from '../page/page.ts';
import { isBeingRewritten } from '../page-history/kept-page.ts';
import { applyToBatches, BATCHES_VIEW } from './batches/batch-document.ts';
import { applyToDeliveries, DELIVERIES_VIEW } from './deliveries/delivery-document.ts';
import { applyToKnownUsers, KNOWN_USERS_VIEW } from './known-users/known-users.ts';
import { applyToPages, PAGES_VIEW } from './pages/page-document.ts';
import { applyToDeletions, applyToImages, DELETIONS_VIEW, IMAGES_VIEW } from './upkeep.ts';

export function pagesProjection(eventStore: EventStore): ProjectionDefinition {
  return {
    name: PAGES_VIEW.name,
    views: [PAGES_VIEW, IMAGES_VIEW, DELETIONS_VIEW, BATCHES_VIEW, DELIVERIES_VIEW],
    async apply(commit, views) {
      await applyToPages(views.view(PAGES_VIEW), commit, (uid) => isBeingRewritten(eventStore, uid));
      await applyToImages(views.view(IMAGES_VIEW), commit);
      await applyToDeletions(views.view(DELETIONS_VIEW), commit);
      await applyToBatches(views.view(BATCHES_VIEW), commit);
      await applyToDeliveries(views.view(DELIVERIES_VIEW), commit);
    },
    readAhead: (commits, views) =>
      views.view(PAGES_VIEW).getMany(commits.flatMap(({ streamId }) => uidOfStream(streamId) ?? [])),
  };
}

export const KNOWN_USERS_LOG_VIEW: LogViewDefinition = {
  view: KNOWN_USERS_VIEW,
  topic: USERS_TOPIC.name,
  apply: (record, views) => applyToKnownUsers(views.view(KNOWN_USERS_VIEW), record),
};
