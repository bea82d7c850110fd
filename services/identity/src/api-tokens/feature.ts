import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { API_TOKEN_RESOLVERS } from './resolvers.ts';

/** Tokens by which programs call as an administrator. */
export const apiTokens = {
  resolvers: API_TOKEN_RESOLVERS,
  errors: await errorCatalogue(
    {
      API_TOKEN_NOT_FOUND: { status: 404 },
      API_TOKEN_LIMIT_REACHED: { status: 409 },
    },
    (language) => import(`./texts/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} satisfies IdentityFeature;
