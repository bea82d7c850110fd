import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { type Failure, failureOf } from '../../../api/failure.ts';
import type { User } from '../../../api/shapes.ts';
import { isAdmin } from '../../../session/roles.ts';
import { ChangeUserRoleDocument } from './use-role-change.generated.ts';
import type { UserRowFragment } from './user-row.generated.ts';
import { AdminUsersDocument } from './users-tab.generated.ts';

export type Role = User['role'];

/** With rising rights. */
export const ROLES: readonly Role[] = ['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN'];

/**
 * Roles that a user may be given by this one; none if their role is protected or one's own. Only a SUPERADMIN may
 * grant SUPERADMIN, or change one.
 */
export function rolesToGive(me: User, user: Pick<UserRowFragment, 'id' | 'role'>): readonly Role[] {
  const roles = me.role === 'SUPERADMIN' ? ROLES : ROLES.filter((role) => role !== 'SUPERADMIN');
  return user.id !== me.id && user.role !== null && roles.includes(user.role) ? roles : [];
}

/** Whether a change grants administration rights or raises them, which needs confirmation. */
function wantsConfirmation(from: Role, to: Role): boolean {
  return isAdmin(to) && ROLES.indexOf(to) > ROLES.indexOf(from);
}

/** A role change that awaits confirmation. */
export interface RoleChange {
  readonly user: UserRowFragment;
  readonly role: Role;
}

/** Changes roles optimistically, reverts if the server refuses, and asks before granting administration rights. */
export function useRoleChange() {
  // Refetch the number of users per role.
  const [change] = useMutation(ChangeUserRoleDocument, { refetchQueries: [AdminUsersDocument] });
  const [pending, setPending] = useState<RoleChange>();
  const [failure, setFailure] = useState<Failure>();

  const give = async ({ user: { id }, role }: RoleChange) => {
    setPending(undefined);
    setFailure(undefined);
    try {
      await change({
        variables: { userId: id, role },
        optimisticResponse: { changeUserRole: { __typename: 'User', id, role } },
      });
    } catch (error) {
      setFailure(failureOf(error, 'adminUsers.roleFailed'));
    }
  };

  return {
    pending,
    failure,
    change: (user: UserRowFragment, role: Role) => {
      if (wantsConfirmation(user.role ?? 'DRIVER', role)) setPending({ user, role });
      else void give({ user, role });
    },
    confirm: () => pending !== undefined && void give(pending),
    giveUp: () => setPending(undefined),
  };
}
