import { isRefusal } from '@volant/infra/errors/domain-error';
import type { Commit } from '@volant/infra/event-store/event-store';
import { createMailQueue } from '@volant/infra/mail/mail-queue';
import { checkpointIn } from '@volant/infra/subscription/checkpoint';
import { inOrder } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';
import { finishErasure } from './commands/erase-account.ts';
import type { IdentityParts } from './commands/parts.ts';
import { discardPictures } from './commands/pictures.ts';
import { pendingMailsOf } from './mails/compose.ts';
import type { UserEvent } from './user/events.ts';
import { userOfStream } from './user/user.ts';

const ERASURE_BEGUN: UserEvent['type'] = 'ErasureBegun';

/** Longest sleep without news from the store. */
const EVERY_MS = 30_000;

/** Side effects of events outside the store: sending mail, deleting pictures, erasing accounts. */
export function createBackground(parts: IdentityParts): readonly Subscription[] {
  const { store, objects, log } = parts;
  const following = (name: string, follow: (commit: Commit) => Promise<boolean>) =>
    new Subscription({
      name,
      store,
      checkpoint: checkpointIn(store, name),
      handle: (commits, watch) => inOrder(commits, watch, follow),
      log,
      pauses: { firstRetryMs: 1_000, longestRetryMs: 60_000, pollMs: EVERY_MS },
    });
  return [
    createMailQueue({
      ...parts,
      name: 'identity-mails',
      pendingMailsOf: (commit) => pendingMailsOf(parts, commit),
      everyMs: EVERY_MS,
    }),
    following('identity-pictures', (commit) => discardPictures(objects, commit)),
    following('identity-erasures', async ({ streamId, events }) => {
      const userId = userOfStream(streamId);
      if (userId === undefined || !events.some(({ type }) => type === ERASURE_BEGUN)) return false;
      await finishErasure(parts, userId).catch((error: unknown) => {
        // The account is open again, and the caller has received the error.
        if (!isRefusal(error, 'LAST_SUPERADMIN')) throw error;
      });
      return true;
    }),
  ];
}
