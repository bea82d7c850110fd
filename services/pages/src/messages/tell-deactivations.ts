import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import type { Logger } from '@volant/infra/process/observability/log';
import type { Deactivation, TellDeactivation } from '@volant/infra/process/server/remote-service';
import { checkpointIn } from '@volant/infra/subscription/checkpoint';
import { inOrder } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';
import { DEFAULT_LANGUAGE, languagesWith } from '@volant/proto/text/languages';
import { reasonIn } from '../page/deactivation-reason.ts';
import { pageDecider } from '../page/decide.ts';
import { type PageEvent, pageCodec } from '../page/events.ts';
import { pageStream, uidOfStream } from '../page/page.ts';

const NAME = 'pages-deactivations';
const POLL_MS = 30_000;
const CHANGED = 'PageStateChanged' satisfies PageEvent['type'];

type Told = Pick<Deactivation, 'eventId' | 'reason' | 'reasons'>;

/**
 * Tells identity, which mails the owner, why a page was deactivated. The checkpoint moves after identity has kept it;
 * identity ignores repetitions.
 */
export function createDeactivationNotices(store: EventStore, tell: TellDeactivation, log: Logger): Subscription {
  async function follow({ streamId, events, at }: Commit): Promise<boolean> {
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
