import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { type ListOrder, mapPart, type Paging } from '@volant/infra/views/newest-first';
import type { QueryResolvers, UserColumn } from '../schema.generated.ts';
import type { IdentityParts } from './commands/parts.ts';
import { readAccount } from './commands/read-account.ts';
import { nodeOfDocument, nodeOfSelf, User } from './shown-user.ts';
import { UserConnection } from './user-list.ts';
import { listUsers, listUsersByPages, type UserFilter } from './view/user-queries.ts';

const Query = {
  // Read from the streams, because the person may just have signed up through another process.
  me: guarded(requireViewer, async (_, { parts }, { userId, sessionId }) => {
    const account = await readAccount(parts.store, userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    return nodeOfSelf(account, parts, await parts.states.isIssued(sessionId));
  }),

  users: guarded(requireAdministrator, async ({ filter, orderBy, descending, ...paging }, { parts }) => {
    const asFiltered = filter ?? {};
    const part = await listedUsers(parts, asFiltered, paging, { by: orderBy, descending });
    return { ...mapPart(part, nodeOfDocument), filter: asFiltered };
  }),
} satisfies QueryResolvers;

export const USER_RESOLVERS = { Query, User, UserConnection };

async function listedUsers(
  { users, pageTotals }: IdentityParts,
  filter: UserFilter,
  paging: Paging,
  { by, descending }: ListOrder<UserColumn>,
) {
  if (by !== 'PAGES') return listUsers(users, filter, paging, { by, descending });
  if (pageTotals === undefined) throw new DomainError('UNAVAILABLE');
  return listUsersByPages(users, filter, paging, { totals: await pageTotals(), descending: descending ?? false });
}
