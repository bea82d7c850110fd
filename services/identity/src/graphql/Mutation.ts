import { isAdmin } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { RoleChange } from '../accounts/change-role.ts';
import type { Registration } from '../accounts/register.ts';
import type { Authentication } from '../accounts/sign-up.ts';
import { type IdentityContext, signedIn } from './context.ts';
import { nodeOfAccount } from './User.ts';

interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly remember?: boolean | null;
}

function authentication({ token, account }: Authentication) {
  return { token, user: { ...nodeOfAccount(account), justSignedIn: true } };
}

export const Mutation = {
  signUp: async (_: unknown, { input }: { input: Registration }, { actions, caller }: IdentityContext) =>
    authentication(await actions.signUp(input, caller)),

  logIn: async (_: unknown, { input }: { input: LogInInput }, { actions, caller }: IdentityContext) => {
    const { email, password, remember } = input;
    return authentication(await actions.logIn({ email, password, remember: remember === true }, caller));
  },

  logOut: async (_: unknown, __: object, { viewer, actions, caller }: IdentityContext) => {
    if (viewer !== undefined) await actions.logOut(viewer, caller.correlationId);
    return true;
  },

  changeUserRole: async (_: unknown, change: RoleChange, context: IdentityContext) => {
    const viewer = signedIn(context);
    // Asked here too, so that nobody else learns which ids exist.
    if (!isAdmin(viewer)) throw new DomainError('FORBIDDEN');
    return nodeOfAccount(await context.actions.changeUserRole(change, viewer, context.caller.correlationId));
  },
};
