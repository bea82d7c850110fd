import { DomainError } from '@volant/infra/errors/domain-error';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import type { MutationResolvers } from '../schema.generated.ts';
import { discardPictures } from '../user/commands/pictures.ts';
import { readAccount } from '../user/commands/read-account.ts';
import { following } from '../user/following.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { done, ownAccount } from '../user/own-account.ts';
import { nodeOfSelf } from '../user/shown-user.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { changeProfile } from './change-profile.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { undoEmailChange } from './undo-email-change.ts';

const Mutation = {
  updateProfile: ownAccount(async (parts, { input }, viewer, caller) => {
    const account = await parts.settled(changeProfile(parts, input, viewer, caller));
    return nodeOfSelf(account, parts, await parts.states.isIssued(viewer.sessionId));
  }),

  uploadAvatar: ownAccount(async (parts, { image }, { userId }) => {
    // The gateway has stored the file already; a path that a client writes here can only name the client's own
    // picture.
    const account = await readAccount(parts.store, userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    if (image !== account.upload && image !== account.avatar) {
      throw new DomainError('VALIDATION_FAILED', { field: 'image' });
    }
    return { imageUrl: image };
  }),

  confirmEmailChange: (_, { input }, { parts, caller }) =>
    done(parts.settled(confirmEmailChange(parts, input.token, caller))),

  cancelEmailChange: (_, { input }, { viewer, parts, caller }) =>
    done(cancelEmailChange(parts, input.token ?? undefined, viewer, caller)),

  undoEmailChange: (_, { input }, { parts, caller }) =>
    done(parts.settled(undoEmailChange(parts, input.token, caller))),
} satisfies MutationResolvers;

/** Name, phone, picture and address of an account are changed. */
export const profile = {
  resolvers: { Mutation },
  errors: {
    ...IMAGE_ERRORS,
    ...errorCatalogue(
      {
        EMAIL_CHANGE_INVALID: { status: 400 },
        EMAIL_CHANGE_USED: { status: 400 },
        EMAIL_CHANGE_EXPIRED: { status: 400 },
        EMAIL_UNDO_INVALID: { status: 400 },
        EMAIL_UNDO_USED: { status: 400 },
        EMAIL_UNDO_EXPIRED: { status: 400 },
        AVATAR_NOT_FOUND: { status: 400, field: 'avatar' },
      },
      errorTexts,
    ),
  },
  subscriptions: (parts) => [following(parts, 'identity-pictures', (commit) => discardPictures(parts.objects, commit))],
} satisfies IdentityFeature;
