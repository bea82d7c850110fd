import type { Commit } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import type { PageDeactivation } from '@volant/infra/process/server/remote-service';
import { DEFAULT_LANGUAGE, languagesWith } from '@volant/proto/text/languages';
import { reasonIn } from '../page/domain/deactivation-reason.ts';
import { pageDecider } from '../page/domain/decide.ts';
import { type PageEvent, pageCodec } from '../page/domain/events.ts';
import { pageStream, uidOfStream } from '../page/domain/page.ts';
import type { NoticesOf } from '../page/notices.ts';

const CHANGED = 'PageStateChanged' satisfies PageEvent['type'];

/** The owner is mailed why the page was deactivated. */
export const deactivationNotices: NoticesOf = async (store, { streamId, events, at }) => {
  const uid = uidOfStream(streamId);
  const deactivation = uid === undefined ? undefined : deactivationIn(events);
  if (uid === undefined || deactivation === undefined) return [];
  const { state: page } = await loadStream(store, pageDecider, pageCodec, pageStream(uid));
  // The page has another owner, who has nothing to do with it, or is open again.
  if (page.status !== 'owned' || page.state !== 'DEACTIVATED' || page.claimedAt > at) return [];
  return [{ ...deactivation, ownerId: page.ownerId, pageId: page.publicId }];
};

function deactivationIn(
  events: Commit['events'],
): Pick<PageDeactivation, 'eventId' | 'reason' | 'reasons'> | undefined {
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
