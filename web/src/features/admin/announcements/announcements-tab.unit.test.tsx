import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../../session/session.ts';
import { answerQuestion } from '../../../testing/answer-question.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../../testing/fake-api.ts';
import { fakeDownloads } from '../../../testing/fake-downloads.ts';
import { fill } from '../../../testing/fill.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { sampleSession } from '../../../testing/samples.ts';
import AnnouncementsTab from './announcements-tab.tsx';

const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const announcement = (id: string, from: number, end: number) => ({
  __typename: 'Announcement',
  ...{ id, version: 1, from: inDays(from), end: inDays(end), audience: 'DRIVERS', level: 'IMPORTANT' },
  texts: ['fr', 'en'].map((language) => ({ __typename: 'AnnouncementText', language, text: `${id} ${language}` })),
  changes: [{ __typename: 'AnnouncementChange', act: 'WRITTEN', at: inDays(from), by: null }],
});

const list = graphAnswer({
  allAnnouncements: [announcement('planned', 1, 2), announcement('active', -1, 1), announcement('over', -2, -1)],
});
const me = { 'GET /api/auth/me': { body: { user: sampleSession.user } } };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  sessionStorage.clear();
  endSession('expired');
  startSession({ ...sampleSession, user: { ...sampleSession.user, role: 'ADMIN' } }, false);
});

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ ...me, 'GRAPH AllAnnouncements': list, ...answers });
  await renderScreen(AnnouncementsTab, '/admin');
  await screen.findByText('planned en');
  return calls;
}
const sent = (calls: Awaited<ReturnType<typeof open>>, operation: string) =>
  calls.find(({ body }) => (body as { operationName?: string } | undefined)?.operationName === operation);

it('lists announcements as planned, active and over, and only those to come can be changed', async () => {
  await open();
  for (const [part, text, buttons] of [
    ['Planned', 'planned en', 2],
    ['Active', 'active en', 2],
    ['Over', 'over en', 0],
  ] as const) {
    const region = within(screen.getByRole('region', { name: part }));
    expect(region.getByText(text)).toBeDefined();
    expect(region.queryAllByRole('button')).toHaveLength(buttons);
    expect(region.getByText(/Written by a deleted account/)).toBeDefined();
  }
});

it('exports all announcements with their texts', async () => {
  const files = fakeDownloads();
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Export…' }));
  await screen.findByRole('dialog', { name: 'Export 3 rows' });
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (CSV)' }));
  await vi.waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.file.text())?.trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/^over,.*,DRIVERS,.*,over fr,over en$/);
});

it('publishes an announcement in both languages, and shows a refusal at its field', async () => {
  const calls = await open({
    'GRAPH CreateAnnouncement': graphRefusal('ANNOUNCEMENT_PERIOD', 400, 'At most 90 days.', 'end'),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Announce something' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  fill(await screen.findByRole('textbox', { name: /Français/ }), 'Bonjour');
  await userEvent.type(screen.getByRole('textbox', { name: /English/ }), 'Hello');
  await userEvent.type(screen.getByLabelText('End'), '2030-01-02T03:04');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Audience' }), 'STAFF');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findAllByText('At most 90 days.')).not.toHaveLength(0);
  expect(variablesOf(sent(calls, 'CreateAnnouncement'))).toEqual({
    input: {
      texts: [
        { language: 'fr', text: 'Bonjour' },
        { language: 'en', text: 'Hello' },
      ],
      from: null,
      end: '2030-01-02T02:04:00.000Z',
      audience: 'STAFF',
      level: 'INFORMATION',
    },
  });
});

it('changes one and keeps its times to the second, and ends one after a question', async () => {
  const changed = announcement('planned', 1, 2);
  const calls = await open({
    'GRAPH ChangeAnnouncement': graphAnswer({ changeAnnouncement: changed }),
    'GRAPH EndAnnouncement': graphAnswer({ endAnnouncement: changed }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change “planned en”' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /English/ }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await vi.waitFor(() => expect(sent(calls, 'ChangeAnnouncement')).toBeDefined());
  const [planned] = (list.body as { data: { allAnnouncements: (typeof changed)[] } }).data.allAnnouncements;
  expect(variablesOf(sent(calls, 'ChangeAnnouncement'))).toMatchObject({
    id: 'planned',
    input: { from: planned?.from, end: planned?.end, texts: [{ text: 'planned fr' }, { text: 'planned en!' }] },
  });
  const end = await screen.findByRole('button', { name: 'End “active en” now' });
  await userEvent.click(end);
  expect(await answerQuestion(false)).toContain('End “active en” now?');
  expect(sent(calls, 'EndAnnouncement')).toBeUndefined();
  await userEvent.click(end);
  await answerQuestion(true);
  await vi.waitFor(() => expect(variablesOf(sent(calls, 'EndAnnouncement'))).toEqual({ id: 'active' }));
  const add = screen.getByRole('button', { name: 'Announce something' });
  await vi.waitFor(() => expect(document.activeElement).toBe(add));
});

it('keeps what was typed when the dialog is closed, and restores the saved version on request', async () => {
  const saved = announcement('planned', 1, 2);
  await open({ 'GRAPH ChangeAnnouncement': graphAnswer({ changeAnnouncement: saved }) });
  const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /English/ });
  const reopen = async () => {
    cleanup();
    await open({ 'GRAPH ChangeAnnouncement': graphAnswer({ changeAnnouncement: saved }) });
    await userEvent.click(screen.getByRole('button', { name: 'Change “planned en”' }));
  };
  await userEvent.click(screen.getByRole('button', { name: 'Change “planned en”' }));
  fill(await text(), ' typed');
  await reopen();
  expect((await text()).value).toBe('planned en typed');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the saved version' }));
  expect((await text()).value).toBe('planned en');
  expect(screen.queryByText('We restored your unsaved changes.')).toBeNull();
  fill(await text(), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await reopen();
  expect((await text()).value).toBe('planned en');
});
