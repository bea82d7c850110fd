import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { answerQuestion } from '../../testing/answer-question.ts';
import { graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { fakeInbox, inbox, sentAs, supportMessage, THREAD, threadOf } from '../../testing/support-inbox.ts';
import { Component as SupportPage } from './support-page.tsx';

const reply = (id: string, name: string, texts: Readonly<Record<string, string>>) => ({
  __typename: 'CannedReply',
  ...{ id, name },
  texts: Object.entries(texts).map(([language, text]) => ({ __typename: 'CannedReplyText', language, text })),
});
const lost = reply('c1', 'Lost card', {
  fr: 'Bonjour {name},\nvotre carte {page} est bloquée depuis le {date}.',
  en: 'Hello {name}, your card {page} is blocked since {date}.',
});
const thanks = reply('c2', 'Thanks', { fr: 'Merci beaucoup.' });

type Answers = Parameters<typeof fakeInbox>[0];

async function openMessage(answers: Answers = {}, message: object = {}) {
  const calls = fakeInbox({
    'GRAPH Support': inbox(supportMessage(message)),
    'GRAPH CannedReplies': graphAnswer({ cannedReplies: [lost, thanks] }),
    'GRAPH ReadThread': threadOf(message),
    ...answers,
  });
  await renderScreen(SupportPage, '/support', '/support?message=m1');
  return calls;
}

async function openPicker() {
  await userEvent.click(await screen.findByRole('button', { name: 'Canned reply' }));
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Canned reply' });
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply or note' });
const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd);

beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => {};
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession({ ...sampleSession, user: { ...sampleSession.user, role: 'SUPPORT' } }, false);
});

it('finds a canned reply by a word of its text, by keyboard, and fills it in in the sender’s language', async () => {
  await openMessage({}, { language: 'fr', report: { __typename: 'PageReport', pageId: 'berline', reason: 'SPAM' } });
  const search = await openPicker();
  await screen.findByRole('option', { name: /Thanks/ });
  await userEvent.type(search, 'BLOQUEE');
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    expect.stringContaining('Lost card'),
  ]);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  expect(field().value).toBe(
    `Bonjour Camille,\nvotre carte ${window.location.origin}/d/berline est bloquée depuis le 20 novembre 2026.`,
  );
});

it('adds to what is written, and another language takes the place of an untouched text', async () => {
  await openMessage();
  fill(await screen.findByRole('textbox', { name: 'Reply or note' }), 'Good news! ');
  await openPicker();
  await userEvent.click(await screen.findByRole('option', { name: /Lost card/ }));
  const english = 'Good news!\n\nHello Camille, your card {page} is blocked since 20 November 2026.';
  await vi.waitFor(() => expect(field().value).toBe(english));
  // The sender's page is not known to the support.
  await vi.waitFor(() => expect(selected(field())).toBe('{page}'));
  const language = screen.getByRole('combobox', { name: 'Language' });
  await userEvent.selectOptions(language, 'fr');
  expect(field().value).toMatch(/^Good news!\n\nBonjour Camille,\nvotre carte \{page\}/);
  fill(field(), ' À bientôt.');
  const touched = field().value;
  await userEvent.selectOptions(language, 'en');
  expect(field().value).toBe(touched);
});

it('points at a gap instead of sending it, and sends once it is filled', async () => {
  const done = { ...supportMessage({ status: 'PENDING' }), ...THREAD };
  const calls = await openMessage({ 'GRAPH ReplyToMessage': graphAnswer({ replyToSupportMessage: done }) });
  await openPicker();
  await userEvent.click(await screen.findByRole('option', { name: /Lost card/ }));
  await vi.waitFor(() => expect(field().value).toContain('{page}'));
  await userEvent.click(screen.getByRole('button', { name: 'Send the reply' }));
  expect(await screen.findByText(/^Fill in \{page\} before you send/)).toBeDefined();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(selected(field())).toBe('{page}');
  expect(sentAs(calls, 'ReplyToMessage')).toEqual([]);
  await userEvent.keyboard('12');
  expect(screen.queryByText(/^Fill in/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send the reply' }));
  await vi.waitFor(() => expect(field().value).toBe(''));
  expect(sentAs(calls, 'ReplyToMessage')[0]?.input).toMatchObject({
    message: 'Hello Camille, your card 12 is blocked since 20 November 2026.',
  });
});

it('fills in the only page of the sender for administrators', async () => {
  startSession({ ...sampleSession, user: { ...sampleSession.user, role: 'ADMIN' } }, false);
  const sender = { __typename: 'User', id: 'user-9' };
  const page = { __typename: 'Page', id: 'berline', displayName: 'Berline', state: 'ACTIVE' };
  await openMessage(
    {
      'GRAPH MessageSender': graphAnswer({
        supportMessage: {
          __typename: 'SupportMessage',
          id: 'm1',
          sender: { ...sender, username: 'camille', email: null, role: null, createdAt: null },
        },
        pages: { __typename: 'PageConnection', nodes: [page], totalCount: 1 },
      }),
    },
    { sender },
  );
  await screen.findByRole('link', { name: /^Berline/ });
  await openPicker();
  await userEvent.click(await screen.findByRole('option', { name: /Lost card/ }));
  await vi.waitFor(() => expect(field().value).toContain('/d/berline'));
});

it('says that the canned replies did not load, and that there are none yet', async () => {
  const answers: Answers = { 'GRAPH CannedReplies': graphRefusal('INTERNAL', 500, 'x') };
  await openMessage(answers);
  const search = await openPicker();
  await userEvent.keyboard('{Escape}');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the canned replies');
  answers['GRAPH CannedReplies'] = graphAnswer({ cannedReplies: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.type(search, 'zzz');
  expect(await screen.findByText('There is no canned reply yet.')).toBeDefined();
});

it('are created, edited and deleted in a dialog', async () => {
  let replies = [lost];
  const calls = await openMessage({
    'GRAPH CannedReplies': () => graphAnswer({ cannedReplies: replies }),
    'GRAPH CreateCannedReply': (call) => {
      const { name } = variablesOf(call).input as { name: string };
      if (name === '') return graphRefusal('CANNED_REPLY_INCOMPLETE', 400, 'A canned reply needs a name.');
      replies = [lost, thanks];
      return graphAnswer({ createCannedReply: thanks });
    },
    'GRAPH ChangeCannedReply': () => graphAnswer({ changeCannedReply: { ...thanks, name: 'Many thanks' } }),
    'GRAPH DeleteCannedReply': () => {
      replies = [];
      return graphAnswer({ deleteCannedReply: { __typename: 'DeletedCannedReply', id: 'c1' } });
    },
  });
  await openPicker();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Manage canned replies' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Canned replies' }));
  expect(dialog.getByText('Français · English')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'New canned reply' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('A canned reply needs a name.');
  fill(screen.getByRole('textbox', { name: 'Name' }), 'Thanks');
  fill(screen.getByRole('textbox', { name: 'Text (Français)' }), 'Merci beaucoup.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Thanks' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text (Français)' }).value).toBe('Merci beaucoup.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Lost card' }));
  expect(await answerQuestion(true)).toContain('Delete the canned reply “Lost card”');
  expect(await screen.findByText('There is no canned reply yet.')).toBeDefined();
  const texts = [
    { language: 'fr', text: 'Merci beaucoup.' },
    { language: 'en', text: '' },
  ];
  expect(sentAs(calls, 'CreateCannedReply').at(-1)).toEqual({ input: { name: 'Thanks', texts } });
  expect(sentAs(calls, 'ChangeCannedReply')).toEqual([{ id: 'c2', input: { name: 'Thanks', texts } }]);
  expect(sentAs(calls, 'DeleteCannedReply')).toEqual([{ id: 'c1' }]);
});

it('keeps a canned reply being written when the screen is left, until it is cancelled', async () => {
  const write = async () => {
    cleanup();
    await openMessage();
    await openPicker();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Manage canned replies' }));
    await userEvent.click(await screen.findByRole('button', { name: 'New canned reply' }));
    return screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  };
  fill(await write(), 'Lost keys');
  fill(screen.getByRole('textbox', { name: 'Text (English)' }), 'We found them.');
  expect((await write()).value).toBe('Lost keys');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text (English)' }).value).toBe('We found them.');
  expect(screen.getByText('We restored your unsaved changes.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await write()).value).toBe('');
});
