import type { Commit } from '@volant/infra/event-store/event-store';
import { checkpointIn } from '@volant/infra/subscription/checkpoint';
import { inOrder } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';
import type { IdentityParts } from './commands/parts.ts';

/** Longest sleep without news from the store. */
export const EVERY_MS = 30_000;

/** Side effects of events outside the store. */
export function following(
  { store, log }: IdentityParts,
  name: string,
  follow: (commit: Commit) => Promise<boolean>,
): Subscription {
  return new Subscription({
    name,
    store,
    checkpoint: checkpointIn(store, name),
    handle: (commits, watch) => inOrder(commits, watch, follow),
    log,
    pauses: { firstRetryMs: 1_000, longestRetryMs: 60_000, pollMs: EVERY_MS },
  });
}
