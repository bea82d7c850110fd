import type { Peopled } from '../world.ts';
import { type Operations, password, unknownId } from './operation.ts';

const PATH = '/api/admin/tokens';
const SETTINGS = { name: 'Table', scopes: ['PAGES_READ'], days: 30, password };

/** Revokes the tokens of this table, because their number is limited. */
async function room({ api, people }: Peopled): Promise<void> {
  const { token } = people.admin;
  const { tokens } = await api('GET', PATH, undefined, token);
  for (const { id, name } of tokens) {
    if (name === SETTINGS.name) await api('DELETE', `${PATH}/${id}`, undefined, token);
  }
}

async function apiToken(there: Peopled): Promise<string> {
  await room(there);
  return (await there.api('POST', PATH, SETTINGS, there.people.admin.token)).token.id;
}

export const API_TOKENS: Operations = {
  listApiTokens: { who: 'admin', rest: { call: () => ({ path: PATH }) }, graph: { field: 'Query.apiTokens' } },
  addApiToken: {
    who: 'admin',
    rest: {
      async call(there) {
        await room(there);
        return { body: SETTINGS };
      },
      refusals: {
        async API_TOKEN_LIMIT_REACHED(there) {
          await room(there);
          return { body: SETTINGS };
        },
        // As a new administrator, because wrong passwords count against the account.
        async TOO_MANY_REQUESTS({ api, world, people }) {
          const { id, token } = await world.driver();
          await api('PATCH', `/api/admin/users/${id}/role`, { role: 'ADMIN' }, people.superadmin.token);
          return { token, body: { ...SETTINGS, password: 'not the password' } };
        },
        WRONG_PASSWORD: () => ({ body: { ...SETTINGS, password: 'not the password' } }),
      },
    },
    graph: {
      field: 'Mutation.addApiToken',
      async variables(there) {
        await room(there);
        return { input: SETTINGS };
      },
    },
  },
  revokeApiToken: {
    who: 'admin',
    rest: {
      call: async (there) => ({ path: `${PATH}/${await apiToken(there)}` }),
      refusals: { API_TOKEN_NOT_FOUND: () => ({ path: `${PATH}/${unknownId}` }) },
    },
    graph: { field: 'Mutation.revokeApiToken', variables: async (there) => ({ id: await apiToken(there) }) },
  },
};
