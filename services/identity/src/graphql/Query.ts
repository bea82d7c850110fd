import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Paging } from '@volant/infra/views/newest-first';
import type { UserFilter } from '../views/users/user-queries.ts';
import type { IdentityContext } from './context.ts';
import { nodeOfAccount } from './User.ts';

interface UsersArguments extends Paging {
  readonly filter?: UserFilter | null;
}

export const Query = {
  // From the streams: whoever has just signed up through another process must find themselves.
  me: async (_: unknown, __: object, context: IdentityContext) => {
    const account = await context.actions.account(requireViewer(context).userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    return nodeOfAccount(account);
  },

  users: async (_: unknown, { filter, ...paging }: UsersArguments, context: IdentityContext) => {
    requireAdministrator(context);
    return context.actions.listUsers(filter ?? {}, paging);
  },
};
