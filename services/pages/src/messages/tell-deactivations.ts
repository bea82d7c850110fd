import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { wholeStream } from '@volant/infra/event-store/stream-slices';
import type { Logger } from '@volant/infra/process/observability/log';
import type { PageDeactivation, TellDeactivation } from '@volant/infra/process/server/remote-service';
import { checkpointIn } from '@volant/infra/subscription/checkpoint';
import { inOrder } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';
import { DEFAULT_LANGUAGE, languagesWith } from '@volant/proto/text/languages';
import { reasonIn } from '../page/deactivation-reason.ts';
import { pageDecider } from '../page/decide.ts';
import { type PageEvent, pageCodec } from '../page/events.ts';
import { pageStream, uidOfStream } from '../page/page.ts';
import { BY_SYSTEM } from '../webhooks/delivery-log.ts';
import { ENDPOINTS_STREAM, endpointCodec } from '../webhooks/endpoints.ts';

const NAME = 'pages-deactivations';
const POLL_MS = 30_000;
const CHANGED = 'PageStateChanged' satisfies PageEvent['type'];

type Told = Pick<PageDeactivation, 'eventId' | 'reason' | 'reasons'>;

/**
 * Reports to identity, which mails the people concerned, why a page was deactivated, and which webhook was disabled
 * because its receiver is gone. The checkpoint moves after identity has stored the notice; identity ignores repetitions.
 */
export function createDeactivationNotices(store: EventStore, tell: TellDeactivation, log: Logger): Subscription {
  async function followEndpoints({ events, meta, version }: Commit): Promise<boolean> {
    const [stored] = events;
    const event = stored && endpointCodec.read(stored);
    if (meta.actor !== BY_SYSTEM || event?.type !== 'EndpointChanged' || event.data.enabled) return false;
    const { id, url } = event.data;
    const commits = (await wholeStream(store, ENDPOINTS_STREAM)).filter((commit) => commit.version < version);
    const people = commits.filter((commit) => settles(commit, id)).map((commit) => commit.meta.actor);
    for (const ownerId of new Set(people)) {
      await tell({ eventId: stored?.id ?? '', ownerId, webhookHost: new URL(url).hostname });
    }
    return true;
  }

  async function follow(commit: Commit): Promise<boolean> {
    const { streamId, events, at } = commit;
    if (streamId === ENDPOINTS_STREAM) return followEndpoints(commit);
    const uid = uidOfStream(streamId);
    const deactivation = uid === undefined ? undefined : deactivationIn(events);
    if (uid === undefined || deactivation === undefined) return false;
    const { state: page } = await loadStream(store, pageDecider, pageCodec, pageStream(uid));
    // The page has another owner, who has nothing to do with it, or is open again.
    if (page.status !== 'owned' || page.state !== 'DEACTIVATED' || page.claimedAt > at) return false;
    await tell({ ...deactivation, ownerId: page.ownerId, pageId: page.publicId });
    return true;
  }

  return new Subscription({
    name: NAME,
    store,
    checkpoint: checkpointIn(store, NAME),
    handle: (commits, watch) => inOrder(commits, watch, follow),
    log,
    pauses: { firstRetryMs: 1_000, longestRetryMs: 60_000, pollMs: POLL_MS },
  });
}

/** Whether a person added or changed the endpoint in the commit. */
function settles({ events, meta }: Commit, id: string): boolean {
  return (
    meta.actor !== BY_SYSTEM &&
    events.some((stored) => {
      const event = endpointCodec.read(stored);
      return (event?.type === 'EndpointAdded' || event?.type === 'EndpointChanged') && event.data.id === id;
    })
  );
}

function deactivationIn(events: Commit['events']): Told | undefined {
  for (const stored of events) {
    const event = stored.type === CHANGED ? pageCodec.read(stored) : undefined;
    const why = event?.type === CHANGED ? event.data : {};
    const reason = reasonIn(DEFAULT_LANGUAGE, why);
    if (reason === undefined) continue;
    // Identity knows the owner's language.
    const reasons = languagesWith('mails').map((language) => [language, reasonIn(language, why) ?? reason]);
    return { eventId: stored.id, reason, reasons: Object.fromEntries(reasons) };
  }
  return undefined;
}
