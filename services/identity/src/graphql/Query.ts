import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { QueryResolvers } from './schema.generated.ts';
import { nodeOfAccount } from './User.ts';

export const Query = {
  // Read from the streams, because the person may just have signed up through another process.
  me: guarded(requireViewer, async (_, { actions, clock }, { userId }) => {
    const account = await actions.account(userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    return nodeOfAccount(account, clock);
  }),

  users: guarded(requireAdministrator, async ({ filter, ...paging }, { actions }) => {
    const wanted = filter ?? {};
    return { ...(await actions.listUsers(wanted, paging)), filter: wanted };
  }),
} satisfies Required<QueryResolvers>;
