import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { graphAnswer, graphRefusal } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { countsOf, fakeInbox, inbox, sentAs, supportMessage, THREAD, threadOf } from '../../testing/support-inbox.ts';
import { Component as SupportPage } from './support-page.tsx';

const me = { __typename: 'User', id: sampleSession.user.id, username: sampleSession.user.username };
const sacha = { __typename: 'User', id: 'user-2', username: 'sacha.demo' };
const writing = (...writers: object[]) => graphAnswer({ supportMessage: supportMessage({ writers }) });
const entry = {
  __typename: 'SupportThreadEntry',
  ...{ id: 'e1', kind: 'REPLY', body: 'A new card.', quoted: '', attachments: 0, createdAt: '2026-11-21T10:00:00Z' },
  ...{ author: sacha, from: null },
};

const open = () => renderScreen(SupportPage, '/support', '/support?message=m1');
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply or note' });
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const signIn = () => startSession({ ...sampleSession, user: { ...sampleSession.user, role: 'SUPPORT' } }, false);

beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => {};
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  signIn();
});
afterEach(() => void vi.useRealTimers());

it('names others who are writing within seconds, and reads the conversation again when they are done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers: Parameters<typeof fakeInbox>[0] = { 'GRAPH Support': inbox(supportMessage()) };
  const calls = fakeInbox(answers);
  await open();
  await field();
  answers['GRAPH Writers'] = writing(me, sacha);
  await later(5_000);
  expect((await screen.findByText('sacha.demo is answering')).parentElement?.getAttribute('role')).toBe('status');
  expect(screen.queryByText(`${me.username} is answering`)).toBeNull();
  const reads = sentAs(calls, 'ReadThread').length;
  answers['GRAPH ReadThread'] = threadOf({ thread: [entry] });
  answers['GRAPH Writers'] = writing();
  await later(5_000);
  expect(await screen.findByText('A new card.')).toBeDefined();
  expect(screen.queryByText('sacha.demo is answering')).toBeNull();
  expect(sentAs(calls, 'ReadThread')).toHaveLength(reads + 1);
});

it('shows within seconds who has taken and resolved the message meanwhile, and keeps the text', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers: Parameters<typeof fakeInbox>[0] = { 'GRAPH Support': inbox(supportMessage()) };
  fakeInbox(answers);
  await open();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).type(await field(), 'A new card');
  answers['GRAPH Writers'] = graphAnswer({
    supportMessage: supportMessage({ status: 'RESOLVED', handler: sacha, writers: [] }),
  });
  await later(5_000);
  expect(await screen.findByText('Handled by sacha.demo')).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('RESOLVED');
  expect((await field()).value).toBe('A new card');
});

it('does not look for writers while the tab is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = fakeInbox({ 'GRAPH Support': inbox(supportMessage()) });
  await open();
  await field();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const before = sentAs(calls, 'Writers').length;
  await later(30_000);
  expect(sentAs(calls, 'Writers')).toHaveLength(before);
  hidden.mockRestore();
});

it('announces a text every ten seconds until it is empty, and for ten minutes at most', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const calls = fakeInbox({ 'GRAPH Support': inbox(supportMessage()) });
  await open();
  const announced = () => sentAs(calls, 'AnnounceReply').map((variables) => variables.writing);
  fill(await field(), 'A new card is on its way');
  await vi.waitFor(() => expect(announced()).toEqual([true]));
  await later(10_000);
  expect(announced()).toEqual([true, true]);
  await later(20 * 60_000);
  const idle = announced().length;
  // Sixty heartbeats in ten minutes.
  expect(idle).toBeLessThanOrEqual(62);
  await later(60_000);
  expect(announced()).toHaveLength(idle);
  await user.clear(await field());
  expect(announced().slice(idle)).toEqual([false]);
});

it('is focused by the key r, and opens the next message when a reply resolves one', async () => {
  const second = supportMessage({ id: 'm2', subject: 'Another card' });
  const done = { ...supportMessage({ status: 'RESOLVED' }), ...THREAD, thread: [entry] };
  const calls = fakeInbox({
    'GRAPH Support': inbox(supportMessage(), second),
    'GRAPH ReplyToMessage': graphAnswer({ replyToSupportMessage: done }),
    // Unanswered, it is sent again after a while.
    'GRAPH MessageCounts': graphAnswer(countsOf(1, 0, 1)),
  });
  await open();
  await field();
  const send = screen.getByRole('button', { name: 'Send the reply' });
  expect(['aria-busy', 'aria-disabled'].map((name) => send.getAttribute(name))).toEqual([null, 'true']);
  await userEvent.keyboard('r');
  expect(document.activeElement).toBe(await field());
  await userEvent.keyboard('Done.');
  await userEvent.click(screen.getByRole('button', { name: 'Send and resolve' }));
  expect(await screen.findByRole('heading', { name: 'Another card' })).toBeDefined();
  expect((await field()).value).toBe('');
  expect(JSON.stringify(sessionStorage)).not.toContain('Done.');
  expect(sentAs(calls, 'MessageCounts')).toHaveLength(1);
});

it('shows what was written meanwhile before a reply leaves, and sends it when the writer has seen it', async () => {
  const done = { ...supportMessage({ status: 'PENDING' }), ...THREAD, thread: [entry, { ...entry, id: 'e2' }] };
  const answers: Parameters<typeof fakeInbox>[0] = {
    'GRAPH Support': inbox(supportMessage()),
    'GRAPH ReplyToMessage': graphRefusal('THREAD_CHANGED', 409, 'This conversation has changed meanwhile.'),
  };
  const calls = fakeInbox(answers);
  await open();
  await userEvent.type(await field(), 'Done.');
  answers['GRAPH ReadThread'] = threadOf({ thread: [entry] });
  await userEvent.click(screen.getByRole('button', { name: 'Send the reply' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This conversation has changed meanwhile.');
  expect(await screen.findByText('A new card.')).toBeDefined();
  expect((await field()).value).toBe('Done.');
  answers['GRAPH ReplyToMessage'] = graphAnswer({ replyToSupportMessage: done });
  await userEvent.click(screen.getByRole('button', { name: 'Send the reply' }));
  await vi.waitFor(async () => expect((await field()).value).toBe(''));
  const seen = sentAs(calls, 'ReplyToMessage').map(({ input }) => (input as { seen: number }).seen);
  expect(seen).toEqual([0, 1]);
});

it('keeps a reply that is begun while another message is read, and when the session ends', async () => {
  fakeInbox({ 'GRAPH Support': inbox(supportMessage()) });
  await open();
  fill(await field(), 'A new card is');
  act(() => endSession('expired'));
  cleanup();
  signIn();
  await open();
  expect((await field()).value).toBe('A new card is');
  await userEvent.clear(await field());
  cleanup();
  await open();
  expect((await field()).value).toBe('');
});
