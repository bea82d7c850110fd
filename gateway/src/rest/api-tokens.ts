import { LONGEST_LABEL } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { fieldsOf } from './graph-shapes.ts';
import { graphEnum, requiredText } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const FIELDS = 'id name scopes addedBy { id username email } addedAt endsAt lastUsedOn';

const apiTokens = fixedOperation(`query RestApiTokens { apiTokens { ${FIELDS} } }`);
const addApiToken = fixedOperation(
  `mutation RestAddApiToken($input: ApiTokenInput!) { addApiToken(input: $input) { token { ${FIELDS} } secret } }`,
);
const revokeApiToken = fixedOperation('mutation RestRevokeApiToken($id: ID!) { revokeApiToken(id: $id) { id } }');

const ApiScope = graphEnum('ApiScope');
const TokenBody = z.strictObject({
  name: requiredText({ maxLength: LONGEST_LABEL }),
  scopes: z.array(ApiScope).min(1).max(ApiScope.options.length),
  days: z
    .literal([30, 90, 365])
    .nullable()
    .default(365)
    .meta({ description: 'How long the token is good for; null: until it is revoked, for a SUPERADMIN only.' }),
  password: requiredText().meta({ description: 'The present password of the administrator.' }),
});

/** Tokens of other programs, for administrators. */
export function registerApiTokens(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'administration', access: 'admin' });
  route({
    id: 'listApiTokens',
    summary: 'List the API tokens of all administrators that are not revoked, without their secrets.',
    answer: z.strictObject({ tokens: fieldsOf(apiTokens).apiTokens }),
    endpoint: 'GET /api/admin/tokens',
    handle: async ({ ask }) => ({ tokens: await ask(apiTokens, {}) }),
  });
  route({
    id: 'addApiToken',
    summary: 'Add an API token of one’s own, and get its secret, which is not shown again.',
    codes: ['API_TOKEN_LIMIT_REACHED', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
    fields: { currentPassword: 'password' },
    answer: z.strictObject(fieldsOf(addApiToken, 'addApiToken')),
    endpoint: 'POST /api/admin/tokens',
    body: TokenBody,
    status: 201,
    handle: ({ body: input, ask }) => ask(addApiToken, { input }),
  });
  route({
    id: 'revokeApiToken',
    summary: 'Revoke an API token of any administrator.',
    codes: ['API_TOKEN_NOT_FOUND'],
    idempotent: true,
    endpoint: 'DELETE /api/admin/tokens/:id',
    handle: ({ params, run }) => run(revokeApiToken, params),
  });
}
