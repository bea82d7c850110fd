import { requireSuperadmin } from '@volant/infra/auth/guards';
import { isRefusal } from '@volant/infra/errors/domain-error';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { Commit } from '@volant/infra/event-store/event-store';
import { guarded } from '@volant/infra/graphql/guarded';
import type { MutationResolvers } from '../schema.generated.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import type { UserEvent } from '../user/domain/events.ts';
import { userOfStream } from '../user/domain/user.ts';
import { following } from '../user/following.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { done, ownAccount } from '../user/own-account.ts';
import { deleteMyAccount, deleteUser, finishErasure } from './erase-account.ts';
import errorTexts from './errors.json' with { type: 'json' };

const ERASURE_BEGUN: UserEvent['type'] = 'ErasureBegun';

const Mutation = {
  deleteMyAccount: ownAccount((parts, { password }, ...who) =>
    done(parts.settled(deleteMyAccount(parts, password, ...who))),
  ),

  // Guarded here too, so that other callers cannot probe for ids.
  deleteUser: guarded(requireSuperadmin, ({ id }, { parts, caller }, viewer) =>
    done(parts.settled(deleteUser(parts, id, viewer, caller))),
  ),
} satisfies MutationResolvers;

/** Finishes what a process left unfinished. */
async function followErasures(parts: IdentityParts, { streamId, events }: Commit): Promise<boolean> {
  const userId = userOfStream(streamId);
  if (userId === undefined || !events.some(({ type }) => type === ERASURE_BEGUN)) return false;
  await finishErasure(parts, userId).catch((error: unknown) => {
    // The account is open again, and the caller has received the error.
    if (!isRefusal(error, 'LAST_SUPERADMIN')) throw error;
  });
  return true;
}

/** Accounts are erased. */
export const erasure = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      OWN_ACCOUNT: { status: 403 },
    },
    errorTexts,
  ),
  subscriptions: (parts) => [following(parts, 'identity-erasures', (commit) => followErasures(parts, commit))],
} satisfies IdentityFeature;
