import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { endSession, startSession } from '../../session/session.ts';
import { startAllTexts } from '../../testing/all-texts.ts';
import { sampleSession } from '../../testing/samples.ts';
import { Footer } from './footer.tsx';

beforeEach(async () => {
  await startAllTexts();
  await chooseLanguage('en');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function show(site: object = {}) {
  const routes = [
    { id: 'root', path: '*', loader: () => site, element: <Footer />, hydrateFallbackElement: <p>wait</p> },
  ];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  return within(await screen.findByRole('contentinfo'));
}
const namesIn = (links: readonly HTMLElement[]) => links.map(({ textContent }) => textContent);

it('shows log-in and sign-up to guests, and their pages to signed-in users', async () => {
  endSession('expired');
  expect(namesIn((await show()).getAllByRole('link'))).toEqual(expect.arrayContaining(['Log in', 'Sign up']));
  cleanup();
  startSession(sampleSession, false);
  const links = namesIn((await show()).getAllByRole('link'));
  expect(links).toContain('Your Pages');
  expect(links).not.toContain('Log in');
  expect(links).not.toContain('Sign up');
  endSession('expired');
});

it('links to the legal texts and the configured social sites, and shows the year', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01T12:00:00Z') });
  const footer = await show({ social: [{ name: 'Instagram', url: 'https://social.example/volant' }] });
  const legal = within(footer.getByRole('navigation', { name: 'Legal' }));
  expect(namesIn(legal.getAllByRole('link')).slice(0, 2)).toEqual(['Contact information', 'Privacy']);
  expect(footer.getByRole('link', { name: 'Instagram' }).getAttribute('rel')).toBe('noopener');
  expect(footer.getByText(/© 2031/)).toBeDefined();
});

it('names its links in a language that the screens behind them lack', async () => {
  await startAllTexts([]);
  await chooseLanguage('de');
  const legal = within((await show()).getByRole('navigation', { name: 'Rechtliches' }));
  expect(namesIn(legal.getAllByRole('link'))).toContain('Datenschutz');
});
