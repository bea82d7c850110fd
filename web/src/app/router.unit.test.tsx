import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apolloClient } from '../apollo/client.ts';
import { chooseLanguage, startTexts } from '../i18n/i18n.ts';
import { refreshUser } from '../session/auth.ts';
import { pendingPage } from '../session/pending-page.ts';
import { currentSession, endSession, startSession } from '../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal } from '../testing/fake-api.ts';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { samplePage, samplePages, sampleSession } from '../testing/samples.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';

const me = { 'GET /api/auth/me': { body: { user: sampleSession.user } } };
const mine = { 'GRAPH Dashboard': graphAnswer(samplePages([samplePage()])) };

/** The notice about a session that has ended. */
const OVER = 'Your session has ended. Log in again to see your pages.';
/** Screens for everybody, each at an address that shows it, and an unknown one. */
const OPEN = [
  ...screens
    .map((one): Screen => one)
    .filter(({ audience, path }) => audience === 'everybody' && path !== '/account-deleted')
    .map(({ path, example = path }) => example.replace(':id', 'abc')),
  '/no/such/screen',
];

async function visit(path: string) {
  window.history.replaceState(null, '', path);
  const { createRouter } = await import('./router.tsx');
  const router = createRouter();
  render(<RouterProvider router={router} useTransitions={false} />);
  return router;
}

beforeEach(async () => {
  standInForBrowser();
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  await startTexts();
  await chooseLanguage('en');
  await apolloClient.clearStore();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a guest', () => {
  it.each(['/dashboard', '/claim', '/editor/new', '/editor/page-1'])('at %s is asked to log in', async (path) => {
    const calls = fakeApi({});
    const router = await visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/login');
    expect(calls.filter(({ path: called }) => called === '/graphql')).toEqual([]);
  });

  it('at an unknown address sees the not-found screen', async () => {
    fakeApi({});
    await visit('/no/such/screen');
    expect(await screen.findByRole('heading', { level: 1, name: 'This address leads nowhere' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
  });
});

it.each(['/d/abc)', '/d/abc&e=1', '/d/abc%20', '/d/abc%ff', '/d/abc.html.html', '/d/abc/more', '/D/abc', '/d//abc'])(
  'the client leads from %s to the plain address of the card',
  async (path) => {
    const { router } = await visitUnclaimed(`${path}?s=qr`);
    expect([router.state.location.pathname, router.state.location.search]).toEqual(['/d/abc', '?s=qr']);
  },
);

it('the client leaves the address of a printed card as it is', async () => {
  const { router, calls } = await visitUnclaimed('/d/abc.html');
  expect(router.state.location.pathname).toBe('/d/abc.html');
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/api/public/pages/abc']));
});

async function visitUnclaimed(path: string, title = 'This card is waiting for its driver') {
  const body = { claimed: false, state: 'UNCLAIMED', inactive: false, displayName: '' };
  const calls = fakeApi({ 'GET /api/public/pages/abc': { body } });
  const router = await visit(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  return { router, calls };
}

it.each([
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password', 'Invalid or expired reset link'],
  ['/contact', 'Contact us'],
  ['/contact-info', 'Contact information'],
  ['/our-story', 'Our story'],
  ['/tutorial', 'From the card to your page in four steps'],
  ['/privacy-policy', 'Privacy policy'],
  ['/terms-of-service', 'Terms of service'],
  ['/refund-policy', 'Shipping, returns and refunds'],
  ['/shipping-policy', 'Shipping, returns and refunds'],
])('%s is open to guests and signed-in users', async (path, title) => {
  fakeApi({ ...me });
  for (const session of [undefined, sampleSession]) {
    if (session !== undefined) startSession(session, true);
    const router = await visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(router.state.location.pathname).toBe(path);
    cleanup();
  }
});

it.each(['/contact#100%', '/contact#%ff', '/tutorial#step2%'])('%s shows its screen', async (path) => {
  fakeApi({});
  await visit(path);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).not.toBe('This screen could not be shown');
});

it('a screen that lacks the chosen language is French, and the next one in that language again', async () => {
  fakeApi({});
  await chooseLanguage('de');
  const { router } = await visitUnclaimed('/d/abc', 'Diese Karte wartet auf ihren Fahrer');
  await act(() => router.navigate('/login'));
  await screen.findByRole('heading', { level: 1, name: 'Connexion' });
  expect(document.documentElement.lang).toBe('fr');
  await act(() => router.navigate('/d/abc'));
  await screen.findByRole('heading', { level: 1, name: 'Diese Karte wartet auf ihren Fahrer' });
  expect(document.documentElement.lang).toBe('de');
});

describe('a screen that requires a role', () => {
  const refused = graphRefusal('FORBIDDEN', 403, 'Not yours.');
  const as = (role: 'DRIVER' | 'SUPPORT' | 'ADMIN' | 'SUPERADMIN') => ({
    ...sampleSession,
    user: { ...sampleSession.user, role },
  });
  const support = { path: '/support', title: 'Support', operation: 'GRAPH Support' };
  const admin = { path: '/admin?tab=users', title: 'Administration', operation: 'GRAPH AdminUsers' };

  it.each(['/support', '/admin'])('at %s sends guests to the login', async (path) => {
    fakeApi({});
    const router = await visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/login');
  });

  it.each([
    [support, 'SUPPORT'],
    [admin, 'ADMIN'],
  ] as const)('at $path opens to a user promoted to %s meanwhile', async ({ path, title, operation }, role) => {
    startSession(as('DRIVER'), true);
    fakeApi({
      'GET /api/auth/me': { body: { user: as(role).user } },
      [operation]: graphRefusal('INTERNAL', 500, ''),
    });
    const router = await visit(path);
    const seen: string[] = [];
    router.subscribe(({ location }) => void seen.push(location.pathname));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(new Set(seen)).toEqual(new Set([new URL(path, location.origin).pathname]));
    expect(currentSession()?.user.role).toBe(role);
  });

  it.each([
    [{ status: 401 }, '/login'],
    [{ status: 500 }, '/login'],
    [undefined, '/dashboard'],
  ])('with an unconfirmed role, after the answer %j, redirects to %s', async (answer, leadsTo) => {
    startSession(as('DRIVER'), true);
    fakeApi({ ...(answer && { 'GET /api/auth/me': answer }), ...mine });
    const router = await visit('/support');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(leadsTo));
  });

  it.each([
    ['/support', 'DRIVER'],
    ['/admin', 'DRIVER'],
    ['/admin', 'SUPPORT'],
  ] as const)('at %s redirects a %s to their pages', async (path, role) => {
    startSession(as(role), true);
    fakeApi({ 'GET /api/auth/me': { body: { user: as(role).user } }, ...mine });
    const router = await visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Pages' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it.each([
    [support, 'SUPPORT'],
    [support, 'ADMIN'],
    [support, 'SUPERADMIN'],
    [admin, 'ADMIN'],
    [admin, 'SUPERADMIN'],
  ] as const)('at $path stays open to %s', async ({ path, title, operation }, role) => {
    startSession(as(role), true);
    fakeApi({
      'GET /api/auth/me': { body: { user: as(role).user } },
      [operation]: graphRefusal('INTERNAL', 500, ''),
    });
    const router = await visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(router.state.location.pathname + router.state.location.search).toBe(path);
  });

  it.each([support, admin])('at $path closes when the role is revoked', async ({ path, operation }) => {
    startSession(as('ADMIN'), true);
    let refreshes = 0;
    fakeApi({
      'GET /api/auth/me': () => ({ body: { user: as(++refreshes === 1 ? 'ADMIN' : 'DRIVER').user } }),
      [operation]: refused,
      ...mine,
    });
    const router = await visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Pages' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});

describe('a signed-in user', () => {
  beforeEach(() => startSession(sampleSession, true));

  it.each(['/login', '/signup'])('is redirected from %s', async (path) => {
    fakeApi({ ...me, ...mine });
    const router = await visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Pages' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('logs out to the landing page, even if the request fails', async () => {
    const calls = fakeApi({ ...me, ...mine });
    const router = await visit('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'camille.demo’s account' }));
    await userEvent.click((await screen.findAllByRole('button', { name: 'Log out' }))[0] as HTMLElement);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(currentSession()).toBeNull();
    expect(calls.some(({ path }) => path === '/api/auth/logout')).toBe(true);
  });

  it('is sent to the login after a 401, once', async () => {
    fakeApi({ ...me, 'GRAPH Dashboard': graphRefusal('UNAUTHENTICATED', 401, 'Sign in.') });
    const router = await visit('/dashboard');
    const seen: string[] = [];
    router.subscribe(({ location }) => {
      if (seen.at(-1) !== location.pathname) seen.push(location.pathname);
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeDefined();
    expect(seen.filter((path) => path === '/login')).toHaveLength(1);
    expect(localStorage.getItem('session')).toBeNull();
    expect(await screen.findByText(OVER)).toBeDefined();
  });

  describe.each(OPEN)('at %s', (path) => {
    it.each([
      ['as agreed', { status: 401, body: { code: 'UNAUTHENTICATED', error: 'Sign in.' } }],
      ['from a proxy', { status: 401, body: '<html>' }],
    ])('stays as a guest, with a notice, when a 401 %s ends the session', async (_, refused) => {
      const unclaimed = { body: { claimed: false, state: 'UNCLAIMED' } };
      fakeApi({ 'GET /api/auth/me': refused, 'GET /api/public/pages/abc': unclaimed });
      const router = await visit(path);
      const seen: string[] = [];
      router.subscribe(({ location }) => void seen.push(location.pathname));
      expect((await screen.findByText(OVER)).closest('[role="status"]')).not.toBeNull();
      expect([currentSession(), localStorage.getItem('session')]).toEqual([null, null]);
      expect(new Set([...seen, router.state.location.pathname])).toEqual(
        new Set([new URL(path, location.origin).pathname]),
      );
      expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Dismiss this message' }));
      expect(screen.queryByText(OVER)).toBeNull();
    });
  });

  it.each([
    ['/confirm-email', 'POST /api/auth/confirm-email-change', 'Confirm'],
    ['/cancel-email', 'POST /api/auth/cancel-email-change', 'Cancel'],
    ['/undo-email', 'POST /api/auth/undo-email-change', 'Put my address back'],
    ['/unsubscribe', 'POST /api/letters/unsubscribe?token=x', 'Stop'],
  ])('can still follow the mailed link %s when the session is over', async (path, operation, name) => {
    const calls = fakeApi({ 'GET /api/auth/me': { status: 401 }, [operation]: { body: { success: true } } });
    await visit(`${path}?token=x`);
    await screen.findByText(OVER);
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
    await vi.waitFor(() => expect(calls.map(({ method, path: at }) => `${method} ${at}`)).toContain(operation));
  });

  it('whose session is over when they open an unclaimed card claims it after the sign-in', async () => {
    const unclaimed = { body: { claimed: false, state: 'UNCLAIMED' } };
    fakeApi({ 'GET /api/auth/me': { status: 401 }, 'GET /api/public/pages/abc': unclaimed });
    await visit('/d/abc');
    await screen.findByText(OVER);
    await userEvent.click(await screen.findByRole('button', { name: 'I already have an account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeDefined();
    expect(pendingPage()).toBe('abc');
    act(() => startSession(sampleSession, true));
    expect(screen.queryByText(OVER)).toBeNull();
  });

  it('stays at a public screen as a guest if the server cannot identify the user or another tab signs out', async () => {
    for (const end of [() => refreshUser(), () => endSession('elsewhere')]) {
      startSession(sampleSession, true);
      fakeApi({ ...me });
      const router = await visit('/our-story');
      await screen.findByRole('button', { name: 'camille.demo’s account' });
      fakeApi({ 'GET /api/auth/me': { status: 500 } });
      await act(async () => void (await end()));
      expect(await screen.findAllByRole('link', { name: 'Log in' })).not.toHaveLength(0);
      expect(router.state.location.pathname).toBe('/our-story');
      cleanup();
    }
  });

  it.each([
    ['as agreed', graphRefusal('UNAUTHENTICATED', 401, 'Sign in.')],
    ['from a proxy', { status: 401, body: '<html>' }],
  ])('who claims a card and gets a 401 %s claims it after the sign-in', async (_, refused) => {
    const unclaimed = { body: { claimed: false, state: 'UNCLAIMED' } };
    fakeApi({ ...me, 'GET /api/public/pages/abc': unclaimed, 'GRAPH ClaimPage': refused });
    await visit('/d/abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Claim this card' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeDefined();
    expect(pendingPage()).toBe('abc');
  });

  it('leaves the screen when another tab signs out', async () => {
    fakeApi({ ...me, ...mine });
    const router = await visit('/dashboard');
    await screen.findByText('Berline Démo');
    act(() => endSession('elsewhere'));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('stays signed in and sees a notice if the network fails', async () => {
    fakeApi({});
    await visit('/claim');
    expect(await screen.findByText(/The server isn’t responding/)).toBeDefined();
    expect(currentSession()).not.toBeNull();
  });
});
