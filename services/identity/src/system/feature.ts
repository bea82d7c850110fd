import { requireSuperadmin } from '@volant/infra/auth/guards';
import { systemPart } from '@volant/infra/features/system-part';
import { guarded } from '@volant/infra/graphql/guarded';
import type { MutationResolvers, SystemResolvers } from '../schema.generated.ts';
import type { IdentityContext } from '../user/context.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { sendTestMail } from './test-mail.ts';

const { resolvers } = systemPart('identity', ({ parts }: IdentityContext) => parts.system);

const Mutation = {
  sendTestMail: guarded(requireSuperadmin, async (_, { parts, caller }, viewer) => ({
    problem: await sendTestMail(parts, viewer, caller),
  })),
  backUpNow: guarded(requireSuperadmin, (_, { parts: { backUp, log }, caller }, { userId }) => {
    if (backUp === undefined) return 'OFF';
    log.info({ userId, correlationId: caller.correlationId }, 'a backup is asked for');
    return backUp() ? 'BEGUN' : 'UNDER_WAY';
  }),
} satisfies MutationResolvers;

const System = {
  canBackUp: (_, __, { parts }) => parts.backUp !== undefined,
} satisfies SystemResolvers;

/** What the people who run the product see of it. */
export const system = { resolvers: { ...resolvers, Mutation, System } } satisfies IdentityFeature;
