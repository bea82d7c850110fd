import { cleanup, render, screen, within } from '@testing-library/react';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { SHOW_PRODUCTS } from '../../browser/show-products.ts';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { endSession, startSession } from '../../session/session.ts';
import { startAllTexts } from '../../testing/all-texts.ts';
import { renderScreen, standInForBrowser } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as LandingPage } from './landing-page.tsx';

beforeEach(() => endSession('expired'));

it('scrolls to the products after 100 ms if the navigation asks for them', async () => {
  const router = await renderScreen(LandingPage, '/');
  const seen: string[] = [];
  Element.prototype.scrollIntoView = function () {
    seen.push(this.id);
  };
  vi.useFakeTimers();
  await act(() => router.navigate('/', { state: SHOW_PRODUCTS }));
  vi.advanceTimersByTime(99);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['products']);
  vi.useRealTimers();
});

const SHOP = {
  home: 'https://shop.example/',
  packMax: 'https://shop.example/pack',
  visibility: 'https://shop.example/large',
  solo: 'https://shop.example/solo',
};

/** The landing page with the given site configuration. */
async function open(config: object) {
  standInForBrowser();
  await startAllTexts();
  await chooseLanguage('en');
  const children = [{ index: true, element: <LandingPage /> }];
  const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => config, children }]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1 });
}

const addresses = (name: string | RegExp) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'));

it('offers guests the shop, an account and the log-in, but no dashboard', async () => {
  await open({ shop: SHOP });
  expect(addresses('Our story')).toEqual(['/our-story']);
  expect(addresses('Visit the shop')).toEqual([SHOP.home]);
  expect(addresses('Create an account')).toEqual(['/signup', '/signup']);
  expect(addresses('Log in')).toEqual(['/login']);
  expect(addresses('I already have an account')).toEqual(['/login']);
  expect(addresses('Go to dashboard')).toEqual([]);
});

it('offers signed-in users their pages, and hides what is for guests', async () => {
  startSession(sampleSession, false);
  await open({ shop: SHOP });
  expect(new Set(addresses('Go to dashboard'))).toEqual(new Set(['/dashboard']));
  for (const name of ['Visit the shop', 'Create an account', 'Log in', 'I already have an account']) {
    expect(addresses(name)).toEqual([]);
  }
});

it('shows three products, each with its shop in a new tab, a mission and next steps', async () => {
  await open({ shop: SHOP });
  const products = document.querySelector('#products');
  const names = within(products as HTMLElement).getAllByRole('heading', { level: 3 });
  expect(names.map(({ textContent }) => textContent)).toEqual(['Pack Max', 'Visibility card', 'Solo card']);
  for (const [name, address] of [
    ['Buy the Pack Max', SHOP.packMax],
    ['Buy the visibility card', SHOP.visibility],
    ['Buy the solo card', SHOP.solo],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(['href', 'target', 'rel'].map((part) => link.getAttribute(part))).toEqual([address, '_blank', 'noopener']);
  }
  for (const name of ['Your clients, no middleman', 'Has your card arrived?']) {
    expect(screen.getByRole('heading', { level: 2, name })).toBeDefined();
  }
});

it('hides the button of a product without a shop', async () => {
  await open({});
  expect(addresses(/^Buy/)).toEqual([]);
  expect(addresses('See the cards')).toEqual(['/#products']);
});

it('shows a code that leads to the example, else to the shop, else no code', async () => {
  await open({ shop: SHOP, example: 'demo-berline' });
  expect(await screen.findByRole('img', { name: 'Scan me: I open an example page' })).toBeDefined();
  expect(addresses('Open an example page')).toEqual(['/d/demo-berline']);
  cleanup();
  await open({ shop: SHOP });
  expect(await screen.findByRole('img', { name: 'Scan me: I open the shop' })).toBeDefined();
  cleanup();
  await open({});
  expect(screen.queryByRole('img', { name: /Scan me/ })).toBeNull();
  expect(addresses('Open an example page')).toEqual([]);
});
