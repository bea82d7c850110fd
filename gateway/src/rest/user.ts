/** A user as the graph gives it. */
export interface GraphUser {
  readonly id: string;
  readonly username: string | null;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly phone: string | null;
  readonly role: string | null;
  readonly createdAt: string | null;
  readonly pageCount: number | null;
}

export const USER_FIELDS = 'id username email avatar phone role createdAt pageCount';

/** A count that cannot be read right now is left out. */
export function restUser({ pageCount, ...user }: GraphUser) {
  return { ...user, _count: pageCount === null ? {} : { pages: pageCount } };
}
