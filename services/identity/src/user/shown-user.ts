import { isAdmin } from '@volant/infra/auth/viewer';
import type { UserResolvers } from '../schema.generated.ts';
import type { IdentityParts } from './commands/parts.ts';
import type { Account } from './commands/read-account.ts';
import { needsFactor, roleInForce } from './commands/role-in-force.ts';
import type { IdentityContext } from './context.ts';
import { openChange } from './domain/email-change.ts';
import type { UserDocument } from './view/users.ts';

/** Parent object of the User resolvers. */
export type ShownUser = Omit<ReturnType<typeof nodeOfAccount>, 'secondFactor'> & {
  readonly secondFactor: ReturnType<typeof nodeOfSelf>['secondFactor'] | null;
  /** The person has just authenticated as this user, in an operation that began without a session. */
  readonly justSignedIn?: true;
};

export function nodeOfAccount(account: Account, clock: () => Date) {
  const { userId, username, email, avatar, phone, role, createdAt, emailChange } = account;
  const weeklyLetter = account.weeklyLetter !== null;
  const pendingEmail = openChange(emailChange, clock().toISOString())?.email ?? null;
  return {
    __typename: 'User' as const,
    id: userId,
    username,
    email,
    avatar,
    phone,
    role,
    createdAt,
    pendingEmail,
    weeklyLetter,
    secondFactor: null,
  };
}

/**
 * For the person: the role that the next call has, and the second factor.
 * @param issued whether they have signed in through the issuer
 */
export function nodeOfSelf(account: Account, { clock, staffRules }: IdentityParts, issued: boolean) {
  const { role, secondFactor: factor } = account;
  return {
    ...nodeOfAccount(account, clock),
    role: roleInForce(account, staffRules, issued),
    secondFactor: {
      on: factor !== null,
      required: needsFactor(role, staffRules) && !issued,
      recoveryCodes: factor?.recovery.length ?? 0,
      app: factor !== null && factor.totp !== null,
      passkeys: (factor?.passkeys ?? []).map(({ id, name, addedAt, usedAt }) => ({ id, name, addedAt, usedAt })),
    },
  };
}

export function nodeOfDocument({ _id: id, text, nameOrder, emailOrder, ...person }: UserDocument): ShownUser {
  return { __typename: 'User', id, ...person, pendingEmail: null, secondFactor: null };
}

/** Null for a person who is erased. */
export async function loadNode(id: string, { userById }: IdentityContext): Promise<ShownUser | null> {
  const document = await userById.load(id);
  return document === undefined ? null : nodeOfDocument(document);
}

function isFor(viewerOf: IdentityContext, node: ShownUser): boolean {
  return node.justSignedIn === true || viewerOf.viewer?.userId === node.id || isAdmin(viewerOf.viewer);
}

/** A field that is null for everyone except the person and administrators. */
function personal<Field extends keyof ShownUser>(field: Field) {
  return (node: ShownUser, _: object, context: IdentityContext) => (isFor(context, node) ? node[field] : null);
}

/** A field that is null for everyone except the person, also for the person's API tokens. */
function own<Field extends keyof ShownUser>(field: Field) {
  return (node: ShownUser, _: object, { viewer }: IdentityContext) =>
    node.justSignedIn === true || (viewer?.userId === node.id && viewer.scopes === undefined) ? node[field] : null;
}

export const User = {
  __resolveReference: ({ id }, context) => loadNode(id, context),
  email: personal('email'),
  avatar: personal('avatar'),
  phone: personal('phone'),
  role: personal('role'),
  createdAt: personal('createdAt'),
  pendingEmail: own('pendingEmail'),
  weeklyLetter: own('weeklyLetter'),
  secondFactor: own('secondFactor'),
  scopes: ({ id }, _, { viewer }) => (viewer?.userId === id ? viewer.scopes : null) ?? null,
} satisfies UserResolvers;
