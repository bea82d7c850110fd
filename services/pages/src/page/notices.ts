import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import type { Logger } from '@volant/infra/process/observability/log';
import type { Deactivation, TellDeactivation } from '@volant/infra/process/server/remote-service';
import { checkpointIn } from '@volant/infra/subscription/checkpoint';
import { inOrder } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';

const NAME = 'pages-deactivations';
const POLL_MS = 30_000;

/** What a feature has people be mailed about a commit. */
export type NoticesOf = (store: EventStore, commit: Commit) => Promise<readonly Deactivation[]>;

interface NoticePorts {
  readonly eventStore: EventStore;
  readonly tellDeactivation: TellDeactivation;
  readonly log: Logger;
  readonly notices: readonly NoticesOf[];
}

/**
 * Reports to identity, which mails the people concerned. The checkpoint moves after identity has stored the notice;
 * identity ignores repetitions.
 */
export function createNotices({ eventStore: store, tellDeactivation, log, notices }: NoticePorts): Subscription {
  async function follow(commit: Commit): Promise<boolean> {
    let sent = false;
    for (const noticesOf of notices) {
      for (const notice of await noticesOf(store, commit)) {
        await tellDeactivation(notice);
        sent = true;
      }
    }
    return sent;
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
