import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { IdentityFeature } from '../user/identity-feature.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { API_TOKEN_RESOLVERS } from './resolvers.ts';

/** Tokens by which programs call as an administrator. */
export const apiTokens = {
  resolvers: API_TOKEN_RESOLVERS,
  errors: errorCatalogue(
    {
      API_TOKEN_NOT_FOUND: { status: 404 },
      API_TOKEN_LIMIT_REACHED: { status: 409 },
    },
    errorTexts,
  ),
} satisfies IdentityFeature;
