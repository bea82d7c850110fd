import { requireSupport } from '@volant/infra/auth/guards';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { featureView } from '@volant/infra/features/feature';
import { guarded } from '@volant/infra/graphql/guarded';
import { byStaff } from '../message/by-staff.ts';
import type { SupportFeature } from '../message/support-feature.ts';
import type { MutationResolvers, QueryResolvers } from '../schema.generated.ts';
import { changeCannedReply, createCannedReply, deleteCannedReply } from './commands.ts';
import { cannedReplyCodec } from './domain.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { applyToCannedReplies, CANNED_REPLIES_VIEW, listCannedReplies } from './view.ts';

const Query = {
  cannedReplies: guarded(requireSupport, (_, { commands }) => listCannedReplies(commands.viewStore)),
} satisfies QueryResolvers;

const Mutation = {
  createCannedReply: byStaff(requireSupport, (ports, { input }, caller) => createCannedReply(ports, input, caller)),
  changeCannedReply: byStaff(requireSupport, (ports, { id, input }, caller) =>
    changeCannedReply(ports, id, input, caller),
  ),
  deleteCannedReply: byStaff(requireSupport, async (ports, { id }, caller) => ({
    id: await deleteCannedReply(ports, id, caller),
  })),
} satisfies MutationResolvers;

export const cannedReplies = {
  resolvers: { Query, Mutation },
  errors: errorCatalogue(
    {
      CANNED_REPLY_NOT_FOUND: { status: 404 },
      CANNED_REPLY_INCOMPLETE: { status: 400 },
      PLACEHOLDER_UNKNOWN: { status: 400, field: 'texts' },
      TOO_MANY_CANNED_REPLIES: { status: 409 },
    },
    errorTexts,
  ),
  events: [cannedReplyCodec],
  views: [featureView(CANNED_REPLIES_VIEW, applyToCannedReplies)],
} satisfies SupportFeature;
