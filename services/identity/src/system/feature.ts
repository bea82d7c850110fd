import { requireSuperadmin } from '@volant/infra/auth/guards';
import { systemPart } from '@volant/infra/features/system-part';
import { guarded } from '@volant/infra/graphql/guarded';
import type { MutationResolvers } from '../schema.generated.ts';
import type { IdentityContext } from '../user/context.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { sendTestMail } from './test-mail.ts';

const { resolvers } = systemPart('identity', ({ parts }: IdentityContext) => parts.system);

const Mutation = {
  sendTestMail: guarded(requireSuperadmin, (_, { parts, caller }, viewer) => sendTestMail(parts, viewer, caller)),
} satisfies MutationResolvers;

/** What the people who run the product see of it. */
export const system = { resolvers: { ...resolvers, Mutation } } satisfies IdentityFeature;
