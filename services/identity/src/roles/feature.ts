import { requireAdministrator } from '@volant/infra/auth/guards';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { guarded } from '@volant/infra/graphql/guarded';
import type { MutationResolvers } from '../schema.generated.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { nodeOfAccount } from '../user/shown-user.ts';
import { changeUserRole } from './change-role.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { SUPERADMIN_SECRETS, SUPERADMIN_SHAPE, superadminIsWhole } from './superadmin-settings.ts';

const Mutation = {
  // Guarded here too, so that other callers cannot probe for ids.
  changeUserRole: guarded(requireAdministrator, async (change, { parts, caller }, viewer) =>
    nodeOfAccount(await parts.settled(changeUserRole(parts, change, viewer, caller.correlationId)), parts.clock),
  ),
} satisfies MutationResolvers;

/** Roles are given and taken away. */
export const roles = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      OWN_ROLE: { status: 403 },
      SUPERADMIN_PROTECTED: { status: 403 },
      SUPERADMIN_ACCOUNT_TAKEN: { status: 409 },
    },
    errorTexts,
  ),
  settings: { shape: SUPERADMIN_SHAPE, secrets: SUPERADMIN_SECRETS, rules: [superadminIsWhole] },
} satisfies IdentityFeature;
