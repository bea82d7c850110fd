import type { Commit } from '@volant/infra/event-store/event-store';
import { wholeStream } from '@volant/infra/event-store/stream-slices';
import type { NoticesOf } from '../page/notices.ts';
import { ENDPOINTS_STREAM, endpointCodec } from './endpoints.ts';

/** Actor of commits without a request. */
export const BY_SYSTEM = 'system';

/** The people who set a webhook up are mailed that it was disabled because its receiver is gone. */
export const disabledNotices: NoticesOf = async (store, { streamId, events: [stored], meta, version }) => {
  if (streamId !== ENDPOINTS_STREAM || stored === undefined || meta.actor !== BY_SYSTEM) return [];
  const event = endpointCodec.read(stored);
  if (event?.type !== 'EndpointChanged' || event.data.enabled) return [];
  const { id, url } = event.data;
  const commits = (await wholeStream(store, ENDPOINTS_STREAM)).filter((commit) => commit.version < version);
  const people = commits.filter((commit) => isSetUpIn(commit, id)).map((commit) => commit.meta.actor);
  return [...new Set(people)].map((ownerId) => ({ eventId: stored.id, ownerId, webhookHost: new URL(url).hostname }));
};

/** Whether a person added or changed the endpoint in the commit. */
function isSetUpIn({ events, meta }: Commit, id: string): boolean {
  return (
    meta.actor !== BY_SYSTEM &&
    events.some((stored) => {
      const event = endpointCodec.read(stored);
      return (event?.type === 'EndpointAdded' || event?.type === 'EndpointChanged') && event.data.id === id;
    })
  );
}
