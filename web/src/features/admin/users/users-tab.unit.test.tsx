import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BLOCK } from '../../../lists/long-table-window.ts';
import { endSession, startSession } from '../../../session/session.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal, type SentCall } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { sampleSession } from '../../../testing/samples.ts';
import UsersTab from './users-tab.tsx';

type Role = 'DRIVER' | 'SUPPORT' | 'ADMIN' | 'SUPERADMIN';

const person = (id: string, role: Role) => ({
  __typename: 'User',
  id,
  username: id,
  email: `${id}@example.org`,
  role,
  createdAt: '2026-01-02T10:00:00Z',
  pageCount: 3,
});
const people = [person('ana', 'DRIVER'), person('sam', 'SUPPORT'), person('root', 'SUPERADMIN')];
const tally = (role: Role, count: number) => ({ __typename: 'UserTally', role, count });
const found = (...nodes: unknown[]) =>
  graphAnswer({
    users: {
      __typename: 'UserConnection',
      totalCount: nodes.length,
      nodes,
      pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
      tallies: [tally('DRIVER', 7), tally('ADMIN', 2)],
    },
  });
const given = (id: string, role: Role) => graphAnswer({ changeUserRole: { __typename: 'User', id, role } });
const signInAs = (role: Role, id = 'me') =>
  startSession({ ...sampleSession, user: { ...sampleSession.user, id, role } }, false);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  signInAs('ADMIN');
});

const open = (at = '/admin?tab=users') => renderScreen(UsersTab, '/admin', at);
const row = async (name: string) => {
  const cell = await screen.findByText(name);
  const found = cell.closest('tr');
  if (found === null) throw new Error(`${name} has no row`);
  return within(found);
};
const panel = async (name: string) => {
  await userEvent.click((await row(name)).getByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
};
const select = async (name: string) => (await panel(name)).getByRole<HTMLSelectElement>('combobox', { name: 'Role' });
const give = async (name: string, role: Role) => {
  const shown = await panel(name);
  await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Role' }), role);
  await userEvent.click(shown.getByRole('button', { name: 'Save' }));
  expect(screen.queryByRole('dialog')).toBeNull();
};
const shows = async (name: string, role: string) => (await row(name)).queryByText(role) !== null;
const choices = ({ options }: HTMLSelectElement) => [...options].map(({ value }) => value);
const changes = (calls: readonly SentCall[]) =>
  calls.flatMap(({ body }) => {
    const { operationName, variables } = body as { operationName: string; variables: object };
    return operationName === 'ChangeUserRole' ? [variables] : [];
  });

describe('the list', () => {
  it('shows all users and their number, and searches on the server from the address', async () => {
    const calls = fakeApi({ 'GRAPH AdminUsers': found(...people) });
    const router = await open();
    expect(await screen.findByText('3 users')).toBeDefined();
    expect((await row('ana')).getByText('ana@example.org')).toBeDefined();
    expect(calls[0]?.body).toMatchObject({ variables: { first: BLOCK, filter: {} } });
    await userEvent.type(screen.getByRole('searchbox'), ' Bé a ');
    await waitFor(() => expect(router.state.location.search).toBe('?tab=users&person=B%C3%A9+a'));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ variables: { filter: { search: 'Bé a' } } }));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(' Bé a ');
    // One request after a burst of typing.
    expect(calls).toHaveLength(2);
  });

  it('keeps a pasted search that is too long, and tells the limit at the field', async () => {
    const calls = fakeApi({ 'GRAPH AdminUsers': found(...people) });
    const router = await open();
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    await userEvent.click(field);
    await userEvent.paste('x'.repeat(201));
    expect(field.value).toHaveLength(201);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('A search can have at most 200 characters.').id).toBe(
      field.getAttribute('aria-describedby'),
    );
    await userEvent.type(field, '{Backspace}');
    await waitFor(() => expect(router.state.location.search).toContain(`person=${'x'.repeat(200)}`));
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it('restores the search from the address, and clears it', async () => {
    const calls = fakeApi({ 'GRAPH AdminUsers': found() });
    const router = await open('/admin?tab=users&person=nobody');
    expect(await screen.findByText('Nobody matches “nobody”.')).toBeDefined();
    expect(calls[0]?.body).toMatchObject({ variables: { filter: { search: 'nobody' } } });
    await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=users'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('filters by role, with the number of users in each, and clears the filter', async () => {
    const calls = fakeApi({ 'GRAPH AdminUsers': found(...people) });
    const router = await open('/admin?tab=users&person=a');
    const roles = within(await screen.findByRole('navigation', { name: 'Narrow down by role' }));
    await roles.findByText('9');
    expect(roles.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'All 9',
      'Driver 7',
      'Support 0',
      'Admin 2',
      'Superadmin 0',
    ]);
    await userEvent.click(roles.getByRole('link', { name: 'Admin 2' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=users&person=a&role=ADMIN'));
    const filter = { search: 'a', role: 'ADMIN' };
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ variables: { filter } }));
    await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=users'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('reads any length in parts, and keeps few rows in the document', async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => person(`p${from + n}`, 'DRIVER'));
    const part = (from: number, count: number) => ({
      __typename: 'UserConnection',
      nodes: many(from, count),
      totalCount: 100_000,
      pageInfo: { __typename: 'PageInfo', endCursor: 'first', hasNextPage: true },
      tallies: [],
    });
    const calls = fakeApi({
      'GRAPH AdminUsers': graphAnswer({ users: part(0, BLOCK) }),
      'GRAPH AdminUsersPart': graphAnswer({ users: part(100_000 - BLOCK, BLOCK) }),
    });
    await open();
    await row('p0');
    const table = screen.getByRole('grid', { name: 'Users' });
    expect(table.getAttribute('aria-rowcount')).toBe('100001');
    (await row('p0')).getByText('p0').closest('tr')?.focus();
    await userEvent.keyboard('{End}');
    const last = (await screen.findByText('p99999')).closest('tr');
    expect(last?.getAttribute('aria-rowindex')).toBe('100001');
    expect(calls.at(-1)?.body).toMatchObject({
      variables: { first: BLOCK, after: 'first', offset: 100_000 - 2 * BLOCK, filter: {} },
    });
    expect(within(table).getAllByRole('row').length).toBeLessThanOrEqual(200);
  });

  it('opens the panel of a user by a click on the row and by the Enter key; their number leads to their pages', async () => {
    fakeApi({ 'GRAPH AdminUsers': found(...people) });
    const router = await open();
    const pages = (await row('ana')).getByRole('link', { name: '3' });
    expect(pages.getAttribute('href')).toBe('/admin?search=ana');
    await userEvent.click(screen.getByText('ana@example.org'));
    const ana = within(await screen.findByRole('dialog', { name: 'ana' }));
    expect(ana.getByText('2 January 2026')).toBeDefined();
    await userEvent.click(ana.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByText('sam').closest('tr')?.focus();
    await userEvent.keyboard('{Enter}');
    const sam = within(await screen.findByRole('dialog', { name: 'sam' }));
    await userEvent.click(sam.getByRole('link', { name: 'See their 3 pages' }));
    expect(router.state.location.search).toBe('?search=sam');
  });

  it('shows the same error for any failed read, and retries', async () => {
    let answer: FakeAnswer = graphRefusal('INTERNAL', 500, 'Other words.');
    fakeApi({ 'GRAPH AdminUsers': () => answer });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load users');
    answer = found(...people);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('ana')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a role', () => {
  it('may be DRIVER, SUPPORT or ADMIN for an ADMIN, and a SUPERADMIN is protected', async () => {
    fakeApi({ 'GRAPH AdminUsers': found(...people) });
    await open();
    expect((await row('root')).getByText('(Protected)')).toBeDefined();
    const root = await panel('root');
    expect(root.getByText('Superadmin (Protected)')).toBeDefined();
    expect(root.queryByRole('combobox')).toBeNull();
    await userEvent.click(root.getByRole('button', { name: 'Close' }));
    expect(choices(await select('ana'))).toEqual(['DRIVER', 'SUPPORT', 'ADMIN']);
  });

  it('may also be SUPERADMIN for a SUPERADMIN, who changes all but their own', async () => {
    signInAs('SUPERADMIN', 'sam');
    fakeApi({
      'GRAPH AdminUsers': found(person('ana', 'DRIVER'), person('sam', 'SUPERADMIN'), person('root', 'SUPERADMIN')),
    });
    await open();
    expect((await row('sam')).getByText('Superadmin (you)')).toBeDefined();
    const own = await panel('sam');
    expect(own.getByText('Superadmin (you)')).toBeDefined();
    expect(own.queryByRole('combobox')).toBeNull();
    await userEvent.click(own.getByRole('button', { name: 'Close' }));
    expect(choices(await select('root'))).toEqual(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']);
  });

  it.each([
    [graphRefusal('LAST_SUPERADMIN', 409, 'The last one.'), 'The last one.'],
    [graphRefusal('INTERNAL', 500, ''), 'Failed to update user role'],
  ])('changes optimistically, and reverts with a message if refused', async (refusal, words) => {
    let answer: (answer: FakeAnswer) => void = () => {};
    const calls = fakeApi({
      'GRAPH AdminUsers': found(...people),
      'GRAPH ChangeUserRole': () =>
        new Promise<FakeAnswer>((resolve) => {
          answer = resolve;
        }),
    });
    await open();
    await give('ana', 'SUPPORT');
    expect(await shows('ana', 'Support')).toBe(true);
    await vi.waitFor(() => expect(changes(calls)).toEqual([{ userId: 'ana', role: 'SUPPORT' }]));
    answer(refusal);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(await shows('ana', 'Driver')).toBe(true);
  });

  it('of an administrator is granted after confirmation', async () => {
    let role: Role = 'DRIVER';
    const calls = fakeApi({
      'GRAPH AdminUsers': () => found(person('ana', role)),
      'GRAPH ChangeUserRole': () => {
        role = 'ADMIN';
        return given('ana', role);
      },
    });
    await open();
    await give('ana', 'ADMIN');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Give ana the role Admin?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Leave as is' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await shows('ana', 'Driver')).toBe(true);
    expect(changes(calls)).toEqual([]);

    await give('ana', 'ADMIN');
    await userEvent.click(await screen.findByRole('button', { name: 'Give the role Admin' }));
    await waitFor(() => expect(changes(calls)).toEqual([{ userId: 'ana', role: 'ADMIN' }]));
    expect(await shows('ana', 'Admin')).toBe(true);
  });

  it('of lower rank is granted without confirmation', async () => {
    const calls = fakeApi({
      'GRAPH AdminUsers': found(person('ana', 'ADMIN')),
      'GRAPH ChangeUserRole': given('ana', 'SUPPORT'),
    });
    await open();
    await give('ana', 'SUPPORT');
    await waitFor(() => expect(changes(calls)).toEqual([{ userId: 'ana', role: 'SUPPORT' }]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
