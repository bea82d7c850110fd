import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { LISTED, succeeded } from './answers.ts';
import { graphEnum, ListQuery, listInParts, orderedBy, orderOf, PAGING_FIELDS, restList } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';
import { restUser, USER_FIELDS, User } from './user.ts';

const users = fixedOperation(`query RestUsers(
  $first: Int
  $after: String
  $filter: UserFilter
  $orderBy: UserColumn
  $descending: Boolean
) {
  users(first: $first, after: $after, filter: $filter, orderBy: $orderBy, descending: $descending) {
    nodes { ${USER_FIELDS} } ${PAGING_FIELDS}
  }
}`);
const changeRole = fixedOperation(`mutation RestChangeUserRole($userId: ID!, $role: Role!) {
  changeUserRole(userId: $userId, role: $role) { ${USER_FIELDS} }
}`);

const UserList = z.strictObject({ users: z.array(User), ...LISTED }).meta({ id: 'UserList' });
const UserChanged = succeeded('UserChanged', { user: User });

export function registerAdminUsers(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'administration', access: 'admin' });
  route({
    id: 'listUsers',
    summary: 'List the accounts, by default newest first.',
    endpoint: 'GET /api/admin/users',
    query: ListQuery.extend({ search: text(200).optional(), ...orderedBy('UserColumn') }),
    answer: UserList,
    async handle({ query: { search, ...paging }, ask }) {
      const filter = { search: search ?? null };
      const list = await listInParts(paging, (part) => ask(users, { filter, ...part, ...orderOf(paging) }));
      return { users: list.nodes.map(restUser), ...restList(list) };
    },
  });
  route({
    id: 'changeUserRole',
    summary: 'Change a person’s role; it holds from the next call on.',
    codes: ['USER_NOT_FOUND', 'OWN_ROLE', 'SUPERADMIN_PROTECTED', 'LAST_SUPERADMIN', 'TOO_MANY_CHANGES'],
    endpoint: 'PATCH /api/admin/users/:id/role',
    body: z.strictObject({ role: graphEnum('Role') }),
    answer: UserChanged,
    handle: async ({ params: { id }, body: { role }, ask }) => ({
      user: restUser(await ask(changeRole, { userId: id, role })),
    }),
  });
}
