import { DomainError } from '@volant/infra/errors/domain-error';
import { type IdentityContext, signedIn } from './context.ts';
import { nodeOfAccount } from './User.ts';

export const Query = {
  // From the streams: whoever has just signed up through another process must find themselves.
  me: async (_: unknown, __: object, context: IdentityContext) => {
    const account = await context.actions.account(signedIn(context).userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    return nodeOfAccount(account);
  },
};
