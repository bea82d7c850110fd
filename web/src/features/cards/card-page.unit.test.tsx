import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { pendingPage } from '../../session/pending-page.ts';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleBlocks, sampleSession } from '../../testing/samples.ts';
import { Component as CardPage } from './card-page.tsx';

// Visits are counted here, and StrictMode would make each of them twice.
configure({ reactStrictMode: false });

const open = (id: string) => renderScreen(CardPage, '/d/*', `/d/${id}`);
const publicPage = (changes: Record<string, unknown>) => ({
  'GET /api/public/pages/abc': {
    body: { claimed: true, state: 'ACTIVE', inactive: false, displayName: '', ...changes },
  },
});
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

describe('a card leads', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'from an owned, inactive page to a notice with its name',
      { state: 'INACTIVE', inactive: true, displayName: 'Van Démo' },
      'Van Démo: this page is currently inactive',
    ],
    [
      'from a deactivated page to a notice',
      { state: 'DEACTIVATED', inactive: true, displayName: 'Van Démo' },
      'Van Démo: this page is currently inactive',
    ],
    [
      'from an inactive page nobody owns to a notice',
      { claimed: false, state: 'INACTIVE', inactive: true },
      'This page is currently inactive',
    ],
    [
      'from an unclaimed page to the claim screen',
      { claimed: false, state: 'UNCLAIMED' },
      'This card is waiting for its driver',
    ],
    [
      'from an active page nobody owns to the claim screen',
      { claimed: false, state: 'ACTIVE' },
      'This card is waiting for its driver',
    ],
  ])('leads %s', async (_, page, heading) => {
    const calls = fakeApi(publicPage(page));
    await open('abc.HTML');
    expect(await title(heading)).toBeDefined();
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it('says to try later while a page is paused, but not when it is blocked', async () => {
    fakeApi(publicPage({ state: 'DEACTIVATED', inactive: true, displayName: 'Van Démo' }));
    await open('abc');
    await title('Van Démo: this page is currently inactive');
    expect(screen.getByText('It is no longer available. Is it yours? Log in to see why.')).toBeDefined();
    expect(screen.queryByText(/try again later/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    cleanup();
    fakeApi(publicPage({ state: 'INACTIVE', inactive: true, displayName: 'Van Démo' }));
    await open('abc');
    expect(await screen.findByText(/try again later/)).toBeDefined();
  });

  it('tells a passenger, but not a driver, that the card is not activated yet', async () => {
    const text = /Your driver has not activated this card yet/;
    fakeApi(publicPage({ claimed: false, state: 'UNCLAIMED' }));
    await open('abc');
    expect(await screen.findByText(text)).toBeDefined();
    cleanup();
    startSession(sampleSession, true);
    fakeApi(publicPage({ claimed: false, state: 'UNCLAIMED' }));
    await open('abc');
    await screen.findByRole('button', { name: 'Claim this card' });
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each([
    ['has filled in nothing', undefined],
    ['has left the name out', { ...sampleBlocks, name: ' ', company: '' }],
  ])('to the set-up screen if its owner %s, without counting a view', async (_, blocks) => {
    const calls = fakeApi(publicPage({ displayName: ' ', blocks }));
    await open('abc');
    expect(await title('This page is being set up')).toBeDefined();
    expect(screen.queryByText(/save contact/i)).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it('from there to the editor for its owner', async () => {
    startSession(sampleSession, true);
    fakeApi(publicPage({}));
    await open('abc');
    const link = await screen.findByRole('link', { name: 'Complete my page' });
    expect(link.getAttribute('href')).toBe('/editor/abc');
  });

  it.each([
    ['CARD_LOST', 'This card has been reported lost'],
    ['CARD_REPLACED', 'This card has been replaced'],
  ])('to a notice without anything of its driver on %s', async (code, heading) => {
    const calls = fakeApi({
      'GET /api/public/pages/abc': { status: 410, body: { success: false, error: 'x', code } },
    });
    await open('abc');
    expect(await title(heading)).toBeDefined();
    expect(calls).toHaveLength(1);
  });

  it('to the profile if it is active and owned', async () => {
    fakeApi(publicPage({ displayName: 'Berline Démo', blocks: sampleBlocks }));
    await open('abc');
    expect(await title('Camille Démo')).toBeDefined();
  });

  it.each([404, 500])('to "not found" on %i, with a retry', async (status) => {
    let tries = 0;
    const found = publicPage({ claimed: false, state: 'UNCLAIMED' })['GET /api/public/pages/abc'];
    fakeApi({ 'GET /api/public/pages/abc': () => (++tries === 1 ? { status } : found) });
    await open('abc');
    await title('Page not found');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title('This card is waiting for its driver')).toBeDefined();
  });
});

describe('claiming', () => {
  const unclaimed = publicPage({ claimed: false, state: 'UNCLAIMED' });

  it('requires a signup first and remembers the page', async () => {
    fakeApi(unclaimed);
    const router = await open('abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign up' }));
    expect(pendingPage()).toBe('abc');
    expect(router.state.location.pathname).toBe('/signup');
  });

  it('leads to the dashboard', async () => {
    startSession(sampleSession, false);
    fakeApi({ ...unclaimed, 'GRAPH ClaimPage': graphAnswer({ claimPage: { __typename: 'Page', id: 'abc' } }) });
    const router = await open('abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Claim this card' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it.each<[string, number, string]>([
    ['PAGE_ALREADY_CLAIMED', 400, 'This page has already been claimed'],
    ['PAGE_INACTIVE', 403, 'The server’s words.'],
  ])('refused with %s shows the reason', async (code, status, text) => {
    startSession(sampleSession, false);
    fakeApi({ ...unclaimed, 'GRAPH ClaimPage': graphRefusal(code, status, 'The server’s words.') });
    await open('abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Claim this card' }));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('that fails without a message shows a default error', async () => {
    startSession(sampleSession, false);
    fakeApi({ ...unclaimed, 'GRAPH ClaimPage': { status: 502, body: {} } });
    await open('abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Claim this card' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to claim page');
  });
});
