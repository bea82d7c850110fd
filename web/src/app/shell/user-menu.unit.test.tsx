import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { currentSession, startSession } from '../../session/session.ts';
import { startAllTexts } from '../../testing/all-texts.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { standInForBrowser } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { UserMenu } from './user-menu.tsx';

beforeEach(async () => {
  standInForBrowser();
  await startAllTexts();
  await chooseLanguage('en');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(role: 'DRIVER' | 'SUPPORT' | 'ADMIN' | 'SUPERADMIN') {
  const user = { ...sampleSession.user, avatar: '/uploads/camille.jpg', role };
  startSession({ ...sampleSession, user }, false);
  const router = createMemoryRouter([{ path: '*', element: <UserMenu user={user} /> }]);
  render(<RouterProvider router={router} />);
  const button = screen.getByRole('button', { name: `${user.username}’s account` });
  expect(button.querySelector('img')?.getAttribute('src')).toContain('/uploads/camille.jpg');
  await userEvent.click(button);
  const list = screen.getByRole('list');
  const menu = list.parentElement as HTMLElement;
  const links = [...list.querySelectorAll('a, button')].map((item) => [item.textContent, item.getAttribute('href')]);
  return { menu, links, router };
}

it('shows the name and links to pages, account and log-out', async () => {
  const calls = fakeApi({});
  const { menu, links, router } = await open('DRIVER');
  expect(menu.textContent).toContain(sampleSession.user.username);
  expect(menu.textContent).toContain(sampleSession.user.email);
  expect(links).toEqual([
    ['Your Pages', '/dashboard'],
    ['Account settings', '/account'],
    ['Log out', null],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(currentSession()).toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/logout']);
});

it.each([
  ['DRIVER', false, false],
  ['SUPPORT', false, true],
  ['ADMIN', true, true],
  ['SUPERADMIN', true, true],
] as const)('for %s shows the administration: %s, the inbox: %s', async (role, admin, support) => {
  const { links } = await open(role);
  const addresses = links.map(([, href]) => href);
  expect([addresses.includes('/admin'), addresses.includes('/support')]).toEqual([admin, support]);
});
