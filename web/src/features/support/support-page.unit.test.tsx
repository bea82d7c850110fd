import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as SupportPage } from './support-page.tsx';

const staff = { ...sampleSession, user: { ...sampleSession.user, role: 'SUPPORT' as const } };
const other = { __typename: 'User', id: 'user-2', username: 'sacha.demo' };
const me = { __typename: 'User', id: staff.user.id, username: staff.user.username };

const message = (changes: object = {}) => ({
  __typename: 'SupportMessage',
  id: 'm1',
  subject: 'A lost card',
  name: 'Camille',
  email: 'a@example.org',
  body: 'Bonjour,\nmy card is lost.',
  status: 'OPEN',
  createdAt: '2026-11-20T10:00:00Z',
  handler: null,
  ...changes,
});

const total = (totalCount: number) => ({ __typename: 'SupportMessageConnection', totalCount });
const inbox = (...nodes: unknown[]) => inboxBefore(null, ...nodes);
const inboxBefore = (endCursor: string | null, ...nodes: unknown[]) =>
  graphAnswer({
    supportMessages: {
      ...total(nodes.length),
      nodes,
      pageInfo: { __typename: 'PageInfo', endCursor, hasNextPage: endCursor !== null },
    },
    open: total(3),
    pending: total(2),
    resolved: total(1),
  });
const counts = graphAnswer({ open: total(2), pending: total(3), resolved: total(1) });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(staff, false);
});

const open = (at = '/support') => renderScreen(SupportPage, '/support', at);
const article = () => screen.findByRole('article');

it('lists messages, sends the status as a filter except for all, and refreshes', async () => {
  const calls = fakeApi({ 'GRAPH Support': inbox(message()) });
  await open();
  await screen.findByRole('link', { name: /A lost card/ });
  expect(calls.at(-1)?.body).toMatchObject({ variables: {} });
  await userEvent.click(screen.getByRole('link', { name: /^Pending/ }));
  await vi.waitFor(() => expect(calls).toHaveLength(2), 10_000);
  expect(calls.at(-1)?.body).toMatchObject({ variables: { status: 'PENDING' } });
  // The button is disabled while a list loads.
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh', busy: false }));
  await vi.waitFor(() => expect(calls).toHaveLength(3), 10_000);
});

it('searches on the server during typing, under any status, and keeps the search in the address', async () => {
  const calls = fakeApi({
    'GRAPH Support': ({ body }) =>
      (body as { variables: { search?: string } }).variables.search === 'zzz' ? inbox() : inbox(message()),
  });
  await open('/support?status=OPEN&search=card');
  await screen.findByRole('link', { name: /A lost card/ });
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search subject, name or email' });
  expect(field.value).toBe('card');
  expect(calls.at(-1)?.body).toMatchObject({ variables: { status: 'OPEN', search: 'card' } });
  // Changing the status and opening a message keep the search.
  expect(screen.getByRole('link', { name: /^Pending/ }).getAttribute('href')).toBe(
    '/support?status=PENDING&search=card',
  );
  expect(screen.getByRole('link', { name: /A lost card/ }).getAttribute('href')).toBe(
    '/support?status=OPEN&search=card&message=m1',
  );
  await userEvent.clear(field);
  await userEvent.type(field, ' zzz ');
  expect(await screen.findByText('No message matches “zzz”.')).toBeDefined();
  expect(calls.at(-1)?.body).toMatchObject({ variables: { status: 'OPEN', search: 'zzz' } });
  // Fast typing is debounced into one search.
  expect(calls.length).toBeLessThan(4);
  const [, clear] = screen.getAllByRole('button', { name: 'Clear the search' });
  await userEvent.click(clear as HTMLElement);
  await screen.findByRole('link', { name: /A lost card/ });
  expect(field.value).toBe('');
  expect(calls.at(-1)?.body).toMatchObject({ variables: { status: 'OPEN' } });
});

it('refreshes the counts, within the search, after a status change', async () => {
  const calls = fakeApi({
    'GRAPH Support': inbox(message()),
    'GRAPH MessageCounts': counts,
    'GRAPH ChangeMessageStatus': graphAnswer({ changeSupportMessageStatus: message({ status: 'PENDING' }) }),
  });
  await open('/support?search=card&message=m1');
  const status = within(await article()).getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
  expect(screen.getByRole('link', { name: 'Open 3' })).toBeDefined();
  await userEvent.selectOptions(status, 'PENDING');
  expect(await screen.findByRole('link', { name: 'Open 2' })).toBeDefined();
  expect(calls.at(-1)?.body).toMatchObject({ operationName: 'MessageCounts', variables: { search: 'card' } });
});

describe('a message opened by its address', () => {
  const elsewhere = message({ id: 'm2', subject: 'An older one', status: 'RESOLVED' });
  const at = '/support?status=OPEN&search=card&message=m2';

  it('is shown even if the list does not contain it, and closes to the list', async () => {
    const calls = fakeApi({
      'GRAPH Support': inbox(message()),
      'GRAPH Message': graphAnswer({ supportMessage: elsewhere }),
    });
    const router = await open(at);
    expect(within(await article()).getByRole('heading', { name: 'An older one' })).toBeDefined();
    expect(
      variablesOf(calls.find(({ body }) => (body as { operationName: string }).operationName === 'Message')),
    ).toEqual({ id: 'm2' });
    await userEvent.click(screen.getByRole('link', { name: 'Back to messages' }));
    expect(screen.queryByRole('article')).toBeNull();
    expect(router.state.location.search).toBe('?status=OPEN&search=card');
  });

  it('is not requested again if the list contains it', async () => {
    const calls = fakeApi({ 'GRAPH Support': inbox(message()) });
    await open('/support?message=m1');
    await article();
    expect(calls).toHaveLength(1);
  });

  it('is shown even if the list fails', async () => {
    fakeApi({
      'GRAPH Support': graphRefusal('INTERNAL', 500, ''),
      'GRAPH Message': graphAnswer({ supportMessage: elsewhere }),
    });
    await open(at);
    expect(within(await article()).getByText(/my card is lost/)).toBeDefined();
  });

  it('stays open when a status change removes it from the filter, and the list is refetched', async () => {
    let left = false;
    fakeApi({
      'GRAPH Support': () => (left ? inbox() : inbox(message())),
      'GRAPH MessageCounts': counts,
      'GRAPH ChangeMessageStatus': () => {
        left = true;
        return graphAnswer({ changeSupportMessageStatus: message({ status: 'RESOLVED' }) });
      },
    });
    await open('/support?status=OPEN&message=m1');
    await userEvent.selectOptions(within(await article()).getByRole('combobox', { name: 'Status' }), 'RESOLVED');
    await screen.findByRole('link', { name: 'Open 2' });
    await userEvent.click(screen.getByRole('button', { name: 'Refresh', busy: false }));
    await screen.findByText('No messages here. New ones will appear as soon as they are sent.');
    expect(within(await article()).getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('RESOLVED');
  });

  it('distinguishes a missing message from a failed request, which can be retried', async () => {
    const answers: Parameters<typeof fakeApi>[0] = {
      'GRAPH Support': inbox(message()),
      'GRAPH Message': graphRefusal('INTERNAL', 500, ''),
    };
    fakeApi(answers);
    await open(at);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the message');
    answers['GRAPH Message'] = graphAnswer({ supportMessage: elsewhere });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await article();
    expect(screen.queryByRole('alert')).toBeNull();

    cleanup();
    answers['GRAPH Message'] = graphRefusal('MESSAGE_NOT_FOUND', 404, 'No.');
    await open(at);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This message does not exist, or has been erased.',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Back to messages' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it.each([
  ['is read anew', () => screen.getByRole('button', { name: 'Refresh' })],
  ['is another', () => screen.getByRole('link', { name: /^Pending/ })],
])('clears the error of loading more messages when the list %s', async (_, mend) => {
  fakeApi({
    'GRAPH Support': (call) =>
      variablesOf(call).after === undefined ? inboxBefore('cursor', message()) : graphRefusal('INTERNAL', 500, ''),
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load messages');
  await userEvent.click(mend());
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});

it('shows the same error for any failed read', async () => {
  fakeApi({ 'GRAPH Support': graphRefusal('INTERNAL', 500, 'Other words.') });
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load messages');
});

it('changes a status optimistically, and reverts if the server refuses', async () => {
  let answer: (answer: FakeAnswer) => void = () => {};
  fakeApi({
    'GRAPH Support': inbox(message()),
    'GRAPH MessageCounts': counts,
    'GRAPH ChangeMessageStatus': () =>
      new Promise<FakeAnswer>((resolve) => {
        answer = resolve;
      }),
  });
  await open('/support?message=m1');
  const status = within(await article()).getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
  await userEvent.selectOptions(status, 'RESOLVED');
  expect(status.value).toBe('RESOLVED');
  answer(graphRefusal('INTERNAL', 500, 'Other words.'));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update message status');
  expect(status.value).toBe('OPEN');
});

it('assigns an unhandled message to the user, and confirms it', async () => {
  fakeApi({
    'GRAPH Support': inbox(message()),
    'GRAPH ClaimMessage': graphAnswer({ claimSupportMessage: message({ handler: me }) }),
  });
  await open('/support?message=m1');
  await userEvent.click(within(await article()).getByRole('button', { name: 'Handle' }));
  expect(await screen.findByText('You are handling this message')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Handle' })).toBeNull();
});

it('tells the slower of two users who handles the message', async () => {
  fakeApi({
    'GRAPH Support': inbox(message()),
    'GRAPH ClaimMessage': graphRefusal('MESSAGE_ALREADY_HANDLED', 409, 'Taken.'),
    'GRAPH Message': graphAnswer({ supportMessage: message({ handler: other }) }),
  });
  await open('/support?message=m1');
  await userEvent.click(within(await article()).getByRole('button', { name: 'Handle' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to claim message');
  expect(await screen.findByText('Handled by sacha.demo')).toBeDefined();
});

it('replies by mail, and lets an administrator take over a message', async () => {
  startSession({ ...staff, user: { ...staff.user, role: 'ADMIN' } }, false);
  const calls = fakeApi({
    'GRAPH Support': inbox(message({ handler: other })),
    'GRAPH AssignMessage': graphAnswer({ assignSupportMessage: message({ handler: me }) }),
  });
  await open('/support?message=m1');
  const shown = within(await article());
  expect(shown.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toMatch(
    /^mailto:a@example\.org\?subject=Re%3A%20A%20lost%20card&body=/,
  );
  await userEvent.click(shown.getByRole('button', { name: 'Take over' }));
  expect(await screen.findByText('You are handling this message')).toBeDefined();
  expect(calls.at(-1)?.body).toMatchObject({ variables: { id: 'm1', userId: staff.user.id } });
});
