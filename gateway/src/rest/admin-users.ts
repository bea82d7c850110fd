import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { Role, UserChanged, UserList } from './answers.ts';
import { IdParams, ListQuery, PAGING_FIELDS, pagingOf, restList } from './inputs.ts';
import type { RestRegistrar } from './route.ts';
import { restUser, USER_FIELDS } from './user.ts';

const users = fixedOperation(
  'RestUsers',
  `query RestUsers($first: Int, $after: String, $filter: UserFilter) {
    users(first: $first, after: $after, filter: $filter) {
      nodes { ${USER_FIELDS} } ${PAGING_FIELDS}
    }
  }`,
);
const changeRole = fixedOperation(
  'RestChangeUserRole',
  `mutation RestChangeUserRole($userId: ID!, $role: Role!) {
    changeUserRole(userId: $userId, role: $role) { ${USER_FIELDS} }
  }`,
);

export function registerAdminUsers(route: RestRegistrar): void {
  route({
    id: 'listUsers',
    tag: 'administration',
    summary: 'List the accounts, newest first.',
    access: 'admin',
    method: 'GET',
    url: '/api/admin/users',
    query: ListQuery.extend({ search: text(200).optional() }),
    answer: UserList,
    async handle({ query: { search, ...paging }, graph, call }) {
      const list = (await graph.run(users, { filter: { search: search ?? null }, ...pagingOf(paging) }, call)).users;
      return { users: list.nodes.map(restUser), ...restList(list) };
    },
  });
  route({
    id: 'changeUserRole',
    tag: 'administration',
    summary: 'Change a person’s role; it holds from the next call on.',
    access: 'admin',
    codes: ['USER_NOT_FOUND', 'OWN_ROLE', 'SUPERADMIN_PROTECTED', 'LAST_SUPERADMIN', 'TOO_MANY_CHANGES'],
    method: 'PATCH',
    url: '/api/admin/users/:id/role',
    params: IdParams,
    body: z.strictObject({ role: Role }),
    answer: UserChanged,
    async handle({ params: { id }, body: { role }, graph, call }) {
      const changed = (await graph.run(changeRole, { userId: id, role }, call)).changeUserRole;
      return { success: true as const, user: restUser(changed) };
    },
  });
}
