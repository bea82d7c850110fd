import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { type FakeAnswer, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fakeDownloads } from '../../testing/fake-downloads.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import {
  countsOf,
  fakeInbox as fakeApi,
  inbox,
  inboxBefore,
  supportMessage as message,
  sentAs,
  THREAD,
  threadOf,
  total,
} from '../../testing/support-inbox.ts';
import { Component as SupportPage } from './support-page.tsx';

const staff = { ...sampleSession, user: { ...sampleSession.user, role: 'SUPPORT' as const } };
const other = { __typename: 'User', id: 'user-2', username: 'sacha.demo' };
const me = { __typename: 'User', id: staff.user.id, username: staff.user.username };

const counts = graphAnswer(countsOf(2, 3, 1));

beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => {};
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(staff, false);
});

const open = (at = '/support') => renderScreen(SupportPage, '/support', at);
const article = () => screen.findByRole('article');

it('opens on open messages, sends the status as a filter except for all, and refreshes', async () => {
  const calls = fakeApi({ 'GRAPH Support': inbox(message()) });
  await open();
  await screen.findByRole('link', { name: /A lost card/ });
  expect(calls.at(-1)?.body).toMatchObject({ variables: { status: 'OPEN' } });
  await userEvent.click(screen.getByRole('link', { name: 'All' }));
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(variablesOf(calls.at(-1))).toEqual({});
  // The button is disabled while a list loads.
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh', busy: false }));
  await vi.waitFor(() => expect(calls).toHaveLength(3));
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
  for (const value of [' z', ' zz', ' zzz ']) fireEvent.input(field, { target: { value } });
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
  expect(sentAs(calls, 'MessageCounts')).toEqual([{ search: 'card' }]);
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
    expect(sentAs(calls, 'Message')).toEqual([{ id: 'm2' }]);
    await userEvent.click(screen.getByRole('link', { name: 'Back to messages' }));
    expect(screen.queryByRole('article')).toBeNull();
    expect(router.state.location.search).toBe('?status=OPEN&search=card');
  });

  it('is not requested again if the list contains it', async () => {
    const calls = fakeApi({ 'GRAPH Support': inbox(message()) });
    await open('/support?message=m1');
    await article();
    expect(sentAs(calls, 'Message')).toEqual([]);
  });

  it('leaves the focus to whoever types before it has loaded', async () => {
    let answer = (_: FakeAnswer) => {};
    const later = new Promise<FakeAnswer>((resolve) => {
      answer = resolve;
    });
    fakeApi({ 'GRAPH Support': inbox(message()), 'GRAPH Message': () => later });
    const router = await open('/support?search=card');
    await screen.findByRole('link', { name: /A lost card/ });
    await act(() => router.navigate(at));
    const field = screen.getByRole('searchbox');
    await userEvent.click(field);
    answer(graphAnswer({ supportMessage: elsewhere }));
    await article();
    expect(document.activeElement).toBe(field);
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
  expect(sentAs(calls, 'AssignMessage')).toEqual([{ id: 'm1', userId: staff.user.id }]);
});

it('lets an administrator assign a message to a colleague, by keys alone', async () => {
  startSession({ ...staff, user: { ...staff.user, role: 'ADMIN' } }, false);
  const people = (...nodes: object[]) => ({ __typename: 'UserConnection', nodes });
  const lou = { __typename: 'User', id: 'user-3', username: 'lou.demo', email: 'lou@example.com' };
  const calls = fakeApi({
    'GRAPH Support': inbox(message()),
    'GRAPH Colleagues': graphAnswer({
      agents: people({ ...other, email: null }, lou),
      administrators: people({ ...me, email: null }),
      superadministrators: people(),
    }),
    'GRAPH AssignMessage': graphAnswer({ assignSupportMessage: message({ handler: lou }) }),
  });
  await open('/support?message=m1');
  const shown = within(await article());
  shown.getByRole('button', { name: 'Assign…' }).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Assign to' }), 'LOU');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('Handled by lou.demo')).toBeDefined();
  expect(sentAs(calls, 'AssignMessage')).toEqual([{ id: 'm1', userId: 'user-3' }]);
  expect(document.activeElement).toBe(shown.getByRole('button', { name: 'More actions on this message' }));
});

it('offers agents no assignment to others', async () => {
  fakeApi({ 'GRAPH Support': inbox(message()) });
  await open('/support?message=m1');
  expect(within(await article()).queryByRole('button', { name: 'Assign…' })).toBeNull();
});

describe('the keys of the inbox', () => {
  const three = ['m1', 'm2', 'm3'].map((id, at) => message({ id, subject: `Subject ${at + 1}` }));
  const title = async () => (await screen.findByRole('article')).querySelector('h2')?.textContent;
  const answers = () =>
    fakeApi({
      'GRAPH Support': inbox(...three),
      'GRAPH MessageCounts': counts,
      'GRAPH ChangeMessageStatus': (call) =>
        graphAnswer({ changeSupportMessageStatus: message({ ...variablesOf(call), subject: 'Resolved' }) }),
    });

  it('walk through the messages, and stop at both ends', async () => {
    answers();
    const router = await open();
    await screen.findByRole('link', { name: /Subject 1/ });
    for (const [key, shown] of [
      ['j', 'Subject 1'],
      ['k', 'Subject 1'],
      ['j', 'Subject 2'],
      ['j', 'Subject 3'],
      ['j', 'Subject 3'],
      ['k', 'Subject 2'],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.poll(title).toBe(shown);
    }
    expect(router.state.location.search).toBe('?message=m2');
  });

  it('resolve a message, open the next one, and at the end the one before', async () => {
    const calls = answers();
    await open('/support?message=m2');
    await article();
    await userEvent.keyboard('e');
    await expect.poll(title).toBe('Subject 3');
    expect(screen.queryByRole('link', { name: /Resolved/ })?.getAttribute('href')).not.toContain('m2');
    await userEvent.keyboard('e');
    await expect.poll(title).toBe('Subject 1');
    const resolved = calls.map(variablesOf).filter((variables) => variables.status === 'RESOLVED');
    expect(resolved.map(({ id }) => id)).toEqual(['m2', 'm3']);
  });

  it('go on past the messages read so far, and to the search', async () => {
    fakeApi({
      'GRAPH Support': (call) =>
        variablesOf(call).after === undefined ? inboxBefore('c1', three[0], three[1]) : inbox(three[2]),
    });
    await open('/support?message=m2');
    await expect.poll(title).toBe('Subject 2');
    await userEvent.keyboard('j');
    await expect.poll(title).toBe('Subject 3');
    await userEvent.keyboard('j/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    expect(await title()).toBe('Subject 3');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Subject 3/ }));
  });

  it('are left alone in fields, with a modifier, and when they are switched off', async () => {
    answers();
    await open();
    await screen.findByRole('link', { name: /Subject 1/ });
    await userEvent.type(screen.getByRole('searchbox'), 'j');
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.click(document.body);
    await userEvent.keyboard('{Control>}j{/Control}');
    await userEvent.keyboard('?');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Use these keys in the inbox' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close shortcuts' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('j');
    expect(screen.queryByRole('article')).toBeNull();
  });
});

it('exports the messages that match, in the order shown', async () => {
  const files = fakeDownloads();
  const calls = fakeApi({
    'GRAPH Support': inbox(message({ status: 'PENDING' })),
    'GRAPH ExportMessages': inbox(message({ subject: '=1+1', handler: other }), message({ id: 'm2', body: 'Two' })),
  });
  await open('/support?status=PENDING&search=card&order=oldest');
  await screen.findByRole('link', { name: /A lost card/ });
  await userEvent.click(screen.getByRole('button', { name: 'Export…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Spreadsheet (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^messages-.*\.csv$/);
  const text = await files[0]?.file.text();
  expect(text).toMatch(/^m1,[^,]*,OPEN,[^,]*,a@example\.org,'=1\+1,/m);
  expect(text).toMatch(/sacha\.demo,\r\nm2,.*,Two,,/);
  const variables = { filter: { status: 'PENDING', search: 'card' }, oldestFirst: true };
  expect(sentAs(calls, 'ExportMessages')).toMatchObject([variables]);
});

it('keeps a message open if it could not be resolved', async () => {
  fakeApi({
    'GRAPH Support': inbox(message(), message({ id: 'm2', subject: 'Next' })),
    'GRAPH ChangeMessageStatus': graphRefusal('INTERNAL', 500, ''),
  });
  await open('/support?message=m1');
  await article();
  await userEvent.keyboard('e');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update message status');
  expect(within(await article()).getByRole('heading', { name: 'A lost card' })).toBeDefined();
});

it('offers to handle a resolved message last, and not as the main action', async () => {
  fakeApi({ 'GRAPH Support': inbox(message({ status: 'RESOLVED' })) });
  await open('/support?status=RESOLVED&message=m1');
  const shown = within(await article());
  expect(shown.getByRole('button', { name: 'Handle' }).className).toContain('btn--quiet');
});

it('shows excerpts, and how near the promised answer is for open messages without a reply only', async () => {
  const sent = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
  fakeApi({
    'GRAPH Support': inbox(
      message({ id: 'early', createdAt: sent(72), waitingSince: sent(1) }),
      message({ id: 'soon', waitingSince: sent(30) }),
      message({ id: 'late', waitingSince: sent(240) }),
      message({ id: 'replied', waitingSince: sent(72), replied: true }),
      message({ id: 'done', waitingSince: sent(72), status: 'RESOLVED' }),
    ),
  });
  await open('/support?status=ALL');
  const rows = await screen.findAllByRole('link', { name: /my card is lost/ });
  const when = /answer promised by \w{3},? \d.+$/;
  expect(rows.map((row) => when.exec(row.textContent ?? '')?.[0].replace(/by .+?(?=, overdue|$)/, 'by …'))).toEqual([
    'answer promised by …',
    'answer promised by …',
    'answer promised by …, overdue',
    undefined,
    undefined,
  ]);
});

describe('the account a message was sent from', () => {
  const sender = { __typename: 'User', id: 'user-9', username: 'camille', email: null, role: null, createdAt: null };
  const ofSender = (account: object, rest: object = {}) => ({
    'GRAPH Support': inbox(message({ sender: { __typename: 'User', id: 'user-9' } })),
    'GRAPH MessageSender': graphAnswer({
      supportMessage: { __typename: 'SupportMessage', id: 'm1', sender: { ...sender, ...account } },
      ...rest,
    }),
  });

  it('is shown to support by its name alone', async () => {
    const calls = fakeApi(ofSender({}));
    await open('/support?message=m1');
    expect(await screen.findByText('camille')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'camille' })).toBeNull();
    expect(sentAs(calls, 'MessageSender')).toEqual([{ id: 'm1', senderId: 'user-9', admin: false }]);
  });

  it('is shown to administrators with its pages', async () => {
    startSession({ ...staff, user: { ...staff.user, role: 'ADMIN' } }, false);
    const page = { __typename: 'Page', id: 'berline', displayName: 'Berline', state: 'ACTIVE' };
    const pages = { __typename: 'PageConnection', nodes: [page], totalCount: 7 };
    fakeApi(ofSender({ email: 'c@example.org', role: 'DRIVER', createdAt: '2026-01-02T00:00:00Z' }, { pages }));
    await open('/support?message=m1');
    const name = await screen.findByRole('link', { name: 'camille' });
    expect(name.getAttribute('href')).toBe('/admin?tab=users&person=user-9');
    expect(screen.getByRole('link', { name: /^Berline/ }).getAttribute('href')).toBe('/d/berline');
    expect(screen.getByRole('link', { name: 'All 7 pages' }).getAttribute('href')).toBe('/admin?search=user-9');
    expect(screen.getByRole('link', { name: 'In the administration' }).getAttribute('href')).toBe(
      '/admin?search=berline',
    );
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe('/history/berline');
    expect(screen.getByText(/· Driver/)).toBeDefined();
  });
});

it('lists what else came from the address of a message, and nothing of addresses that only contain it', async () => {
  const others = [
    message({ id: 'm2', subject: 'Another card', email: 'A@example.org', status: 'RESOLVED' }),
    message({ id: 'm3', subject: 'A stranger', email: 'a@example.org.example' }),
    message(),
  ];
  const calls = fakeApi({
    'GRAPH Support': inbox(message()),
    'GRAPH OtherMessages': graphAnswer({ supportMessages: { ...total(9), nodes: others } }),
  });
  await open('/support?message=m1');
  const beside = within(await screen.findByRole('region', { name: 'Other messages' }));
  const links = beside.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/support?message=m2&status=ALL', '/support?message=m1&status=ALL&search=a%40example.org']);
  expect(screen.getByText('Sent without an account.')).toBeDefined();
  expect(sentAs(calls, 'OtherMessages')).toEqual([{ search: 'a@example.org' }]);
});

it('names the page and the reason of a report, and offers no reply without an address', async () => {
  startSession({ ...staff, user: { ...staff.user, role: 'ADMIN' } }, false);
  const report = { __typename: 'PageReport', pageId: 'berline', reason: 'SPAM' };
  const adminPage = { __typename: 'Page', id: 'berline', displayName: 'Berline', state: 'ACTIVE' };
  fakeApi({
    'GRAPH Support': inbox(message({ subject: '/d/berline', name: '', email: '', body: '', report })),
    'GRAPH ReportedPage': graphAnswer({ adminPage }),
  });
  await open('/support?message=m1');
  const shown = within(await article());
  expect(shown.getByRole('heading', { name: 'Report of the page berline' })).toBeDefined();
  expect(shown.getByText('Advertising or unwanted messages')).toBeDefined();
  expect(shown.getByRole('link', { name: /^Reported page berline/ }).getAttribute('href')).toBe('/d/berline');
  const page = within(await screen.findByRole('region', { name: 'Reported page' }));
  expect(page.getByRole('link', { name: /^Berline/ }).getAttribute('href')).toBe('/d/berline');
  expect(page.getByRole('link', { name: 'In the administration' }).getAttribute('href')).toBe('/admin?search=berline');
  expect(shown.queryByRole('link', { name: 'Reply by email' })).toBeNull();
  const row = screen.getByRole('link', { name: /^Report of the page berline/ }).textContent;
  expect(row).toContain('Advertising or unwanted messages');
  expect(row).not.toContain('promised');
});

describe('the thread of a message', () => {
  const entry = (changes: object) => ({
    __typename: 'SupportThreadEntry',
    ...{ id: 'e1', kind: 'REPLY', body: 'A new card.', quoted: '', attachments: 0, createdAt: '2026-11-21T10:00:00Z' },
    ...{ author: other, from: null },
    ...changes,
  });
  const mail = { id: 'e2', kind: 'ANSWER', body: 'Merci !', quoted: '> A new card.', attachments: 2, author: null };

  it('shows replies, and answers with folded quotes and refused files', async () => {
    const entries = [entry({}), entry({ ...mail, from: 'b@example.org' })];
    fakeApi({ 'GRAPH Support': inbox(message()), 'GRAPH ReadThread': threadOf({ thread: entries }) });
    await open('/support?message=m1');
    const [reply, answer] = await within(await screen.findByRole('region', { name: 'Conversation' })).findAllByRole(
      'listitem',
    );
    expect(reply?.textContent).toMatch(/Reply sent.*sacha\.demo.*A new card\./);
    expect(answer?.textContent).toMatch(/Answer received.*b@example\.org.*Merci !.*2 attachments refused/);
    expect(
      within(answer as HTMLElement)
        .getByText('Show quoted text')
        .closest('details')?.open,
    ).toBe(false);
  });

  it('sends a reply with the status it leaves, keeps the text of a failed one, and adds notes', async () => {
    const done = { ...message({ status: 'PENDING' }), ...THREAD, thread: [entry({})] };
    const answers: Parameters<typeof fakeApi>[0] = {
      'GRAPH Support': inbox(message()),
      'GRAPH ReplyToMessage': graphRefusal('THREAD_FULL', 409, 'No more.'),
      'GRAPH NoteMessage': graphAnswer({ noteSupportMessage: { ...done, thread: [entry({ kind: 'NOTE' })] } }),
    };
    const calls = fakeApi(answers);
    await open('/support?message=m1');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply or note' });
    fill(field, 'A new card.');
    await userEvent.click(screen.getByRole('button', { name: 'Send the reply' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No more.');
    expect(field.value).toBe('A new card.');
    answers['GRAPH ReplyToMessage'] = graphAnswer({ replyToSupportMessage: done });
    await userEvent.click(screen.getByRole('button', { name: 'Send the reply' }));
    expect(await screen.findByText('Reply sent')).toBeDefined();
    const input = { message: 'A new card.', status: 'PENDING', seen: 0 };
    expect(sentAs(calls, 'ReplyToMessage').at(-1)).toEqual({ id: 'm1', input });
    expect(field.value).toBe('');
    fill(field, 'Called.');
    await userEvent.click(screen.getByRole('button', { name: 'Add as a note' }));
    expect(await screen.findByText('Internal note')).toBeDefined();
    expect(sentAs(calls, 'NoteMessage')).toEqual([{ id: 'm1', text: 'Called.' }]);
  });

  it('marks an unread message as read when it is opened, until it is marked as unread', async () => {
    const marked = (unread: boolean) =>
      graphAnswer({ markSupportMessageRead: { __typename: 'SupportMessage', id: 'm1', unread } });
    const calls = fakeApi({
      'GRAPH Support': inbox(message({ unread: true })),
      'GRAPH ReadThread': threadOf({ unread: true }),
      'GRAPH MarkMessageRead': (call) => marked(variablesOf(call).read !== true),
    });
    await open('/support?message=m1');
    await vi.waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as unread' }));
    expect(await screen.findByText('Unread')).toBeDefined();
    const reads = calls.flatMap((call) =>
      JSON.stringify(call.body).includes('MarkMessageRead') ? [variablesOf(call).read] : [],
    );
    expect(reads).toEqual([true, false]);
  });

  it('blocks the sender, and offers no reply without an address', async () => {
    fakeApi({
      'GRAPH Support': inbox(message({ email: '' })),
      'GRAPH ReadThread': threadOf({ answerable: false }),
      'GRAPH BlockSender': graphAnswer({
        blockSupportSender: { __typename: 'SupportMessage', id: 'm1', blocked: true },
      }),
    });
    await open('/support?message=m1');
    await userEvent.click(await screen.findByRole('button', { name: 'Block the sender' }));
    expect(await screen.findByRole('button', { name: 'Unblock the sender' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send the reply' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Note' })).toBeDefined();
  });
});
