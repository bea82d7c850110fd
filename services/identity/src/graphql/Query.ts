import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { mapPart } from '@volant/infra/views/newest-first';
import { loadApiTokens } from '../api-tokens/load-api-tokens.ts';
import { readAccount } from '../commands/read-account.ts';
import { listUsers } from '../views/users/user-queries.ts';
import { shownToken } from './api-tokens.ts';
import type { QueryResolvers } from './schema.generated.ts';
import { nodeOfDocument, nodeOfSelf } from './User.ts';

export const Query = {
  // Read from the streams, because the person may just have signed up through another process.
  me: guarded(requireViewer, async (_, { parts }, { userId }) => {
    const account = await readAccount(parts.store, userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    return nodeOfSelf(account, parts);
  }),

  users: guarded(requireAdministrator, async ({ filter, orderBy, descending, ...paging }, { parts }) => {
    const wanted = filter ?? {};
    const order = { by: orderBy ?? undefined, descending: descending ?? undefined };
    return { ...mapPart(await listUsers(parts.users, wanted, paging, order), nodeOfDocument), filter: wanted };
  }),

  apiTokens: guarded(requireAdministrator, async (_, { parts }) => (await loadApiTokens(parts.store)).map(shownToken)),
} satisfies Required<QueryResolvers>;
