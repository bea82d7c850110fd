import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Announcement } from '../../api/shapes.ts';
import { writeJson } from '../../browser/storage.ts';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { refreshUser } from '../../session/auth.ts';
import { endSession, replaceUser, startSession } from '../../session/session.ts';
import { ANNOUNCEMENTS_KEY } from '../../session/stored-session.ts';
import { startAllTexts } from '../../testing/all-texts.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/samples.ts';
import { Announcements } from './announcements.tsx';

const NOW = new Date('2026-12-01T10:00:00Z');
const announcement = (id: string, changes: Partial<Announcement> = {}): Announcement => ({
  ...{ id, version: 1, end: '2026-12-01T11:00:00Z', level: 'INFORMATION' },
  texts: [
    { language: 'fr', text: `Annonce ${id}` },
    { language: 'en', text: `Announcement ${id}` },
  ],
  ...changes,
});

/** As a refreshed user brings them. */
function keepAnnouncements(announcements: readonly Announcement[]): void {
  writeJson('local', ANNOUNCEMENTS_KEY, announcements);
  replaceUser(sampleSession.user);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW, shouldAdvanceTime: true });
  localStorage.clear();
  startSession(sampleSession, true);
  await startAllTexts();
  await chooseLanguage('en');
});
afterEach(() => {
  cleanup();
  endSession('expired');
  vi.useRealTimers();
});

function show() {
  const element = (
    <>
      <Announcements />
      <Outlet />
    </>
  );
  const children = ['/', '/next'].map((path) => ({ path, element: <p>{path}</p> }));
  const router = createMemoryRouter([{ element, children }]);
  render(<RouterProvider router={router} useTransitions={false} />);
  return router;
}
const texts = () => [...document.querySelectorAll('.announcement__text')].map(({ textContent }) => textContent);
const late = () => document.querySelectorAll('.announcements--late .announcement').length;
const reserved = () => document.documentElement.style.getPropertyValue('--announced');
const dismiss = (name: string) => {
  const row = screen.getByText(name).closest<HTMLElement>('.announcement');
  if (row === null) throw new Error(`${name} is no announcement`);
  return userEvent.click(within(row).getByRole('button', { name: 'Dismiss the announcement' }));
};

it('shows the stored announcements in the place that is reserved for them, in the language of the screen', async () => {
  keepAnnouncements([announcement('a'), announcement('b')]);
  show();
  expect([texts(), late(), reserved()]).toEqual([['Announcement a', 'Announcement b'], 0, '2']);
  expect(screen.getByRole('status')).toBeDefined();
  await act(() => chooseLanguage('fr'));
  expect(texts()).toEqual(['Annonce a', 'Annonce b']);
});

it('lets one that arrives later lie over the screen, and gives it a place on the next', async () => {
  const router = show();
  fakeApi({ 'GET /api/auth/me': { body: { user: sampleSession.user, announcements: [announcement('a')] } } });
  await act(() => refreshUser());
  expect([texts(), late(), reserved()]).toEqual([['Announcement a'], 1, '0']);
  await act(() => router.navigate('/next'));
  expect([texts(), late(), reserved()]).toEqual([['Announcement a'], 0, '1']);
});

it('remembers in this browser what was dismissed, until it changes', async () => {
  keepAnnouncements([announcement('a'), announcement('b')]);
  show();
  await dismiss('Announcement a');
  expect([texts(), reserved()]).toEqual([['Announcement b'], '1']);
  act(() => keepAnnouncements([announcement('a'), announcement('b')]));
  expect(texts()).toEqual(['Announcement b']);
  act(() => keepAnnouncements([announcement('a', { version: 2 }), announcement('b')]));
  expect(texts()).toEqual(['Announcement b', 'Announcement a']);
});

it('disappears at its end without a reload, and leaves its place until the next screen', async () => {
  keepAnnouncements([announcement('a'), announcement('b', { end: '2027-02-01T00:00:00Z' })]);
  const router = show();
  await act(() => vi.advanceTimersByTimeAsync(60 * 60 * 1000));
  expect([texts(), reserved()]).toEqual([['Announcement b'], '2']);
  await act(() => router.navigate('/next'));
  expect(reserved()).toBe('1');
});

it('keeps announcements while the server cannot read them, and forgets them with the session', async () => {
  keepAnnouncements([announcement('a')]);
  show();
  fakeApi({ 'GET /api/auth/me': { body: { user: sampleSession.user } } });
  await act(() => refreshUser());
  expect(texts()).toEqual(['Announcement a']);
  act(() => endSession('logout'));
  expect([texts(), reserved(), localStorage.getItem('announcements')]).toEqual([[], '0', null]);
});

it('makes web addresses links, and nothing else', () => {
  const text = 'See https://example.com/a?b=1. <b>javascript:alert(1)</b> (http://example.org)';
  keepAnnouncements([announcement('a', { texts: [{ language: 'en', text }] })]);
  show();
  expect(texts()).toEqual([text]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://example.com/a?b=1',
    'http://example.org',
  ]);
});
