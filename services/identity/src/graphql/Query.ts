import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { Paging } from '@volant/infra/views/newest-first';
import type { UserFilter } from '../views/users/user-queries.ts';
import type { IdentityContext } from './context.ts';
import { nodeOfAccount } from './User.ts';

interface UsersArguments extends Paging {
  readonly filter?: UserFilter | null;
}

export const Query = {
  // Read from the streams, because the person may just have signed up through another process.
  me: guarded(requireViewer, async (_: object, { actions, clock }: IdentityContext, { userId }) => {
    const account = await actions.account(userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    return nodeOfAccount(account, clock);
  }),

  users: guarded(requireAdministrator, async ({ filter, ...paging }: UsersArguments, { actions }: IdentityContext) => {
    const wanted = filter ?? {};
    return { ...(await actions.listUsers(wanted, paging)), filter: wanted };
  }),
};
