import { SCOPE_NAMES } from '@volant/infra/auth/scopes';
import { z } from 'zod';
import { Instant } from './answers.ts';

export const ApiScope = z.enum(SCOPE_NAMES).meta({ id: 'ApiScope' });

const ApiToken = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ApiScope),
  addedBy: z
    .strictObject({ id: z.string(), username: z.string().nullable(), email: z.string().nullable() })
    .nullable()
    .meta({ description: 'The token is good for nothing while this person is not an administrator.' }),
  addedAt: Instant,
  endsAt: Instant.nullable(),
  lastUsedOn: z.string().nullable().meta({ format: 'date', description: 'In UTC; null before its first use.' }),
});
export const ApiTokenList = z.strictObject({ tokens: z.array(ApiToken) });
export const AddedApiToken = z.strictObject({
  token: ApiToken,
  secret: z.string().meta({ description: 'To send as `Authorization: Bearer`. It is not shown again.' }),
});
