import { type AuthenticationResponseJSON, startAuthentication } from '@simplewebauthn/browser';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberHandover, rememberPendingPage } from '../../session/pending-page.ts';
import { currentSession, endSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi, graphRefusal } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as LoginPage } from './login-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

const accepted: FakeAnswer = { body: { success: true, ...sampleSession } };

async function fillIn() {
  const user = userEvent.setup();
  fill(screen.getByLabelText('Email address'), 'a@example.org');
  fill(screen.getByLabelText('Password'), 'secret1');
  return user;
}

it('sends nothing while a field is empty, reports which, and focuses it', async () => {
  const calls = fakeApi({});
  await renderScreen(LoginPage, '/login');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please fill in all fields');
  const email = screen.getByLabelText('Email address');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter your email address',
  );
  expect(document.activeElement).toBe(email);
  expect(calls).toEqual([]);
});

it.each<[string, FakeAnswer, string]>([
  [
    'the server’s words',
    { status: 401, body: { error: 'Email or password is wrong.' } },
    'Email or password is wrong.',
  ],
  ['its own without any', { status: 500, body: {} }, 'Login failed'],
])('shows %s and keeps the input', async (_, answer, text) => {
  fakeApi({ 'POST /api/auth/login': answer });
  const router = await renderScreen(LoginPage, '/login');
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect((screen.getByLabelText('Email address') as HTMLInputElement).value).toBe('a@example.org');
  expect(router.state.location.pathname).toBe('/login');
});

it('sends one request for two presses, shows the panel, claims the remembered page once, and leaves after 1.5 s', async () => {
  let answer: (value: FakeAnswer) => void = () => undefined;
  const calls = fakeApi({
    'POST /api/auth/login': () => new Promise<FakeAnswer>((resolve) => (answer = resolve)),
    'GRAPH ClaimPage': graphRefusal('PAGE_ALREADY_CLAIMED', 400, 'Taken.'),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  rememberPendingPage('abc');
  const router = await renderScreen(LoginPage, '/login');
  const user = await fillIn();
  await user.click(screen.getByLabelText('Remember me'));
  await user.dblClick(screen.getByRole('button', { name: 'Log in' }));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ email: 'a@example.org', password: 'secret1', remember: true, device: '' });

  const start = performance.now();
  answer(accepted);
  await screen.findByText('You are logged in');
  expect(localStorage.getItem('session')).not.toBeNull();
  expect(currentSession()?.token).toBe('token-1');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(performance.now() - start).toBeGreaterThanOrEqual(1_450);
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/login', '/graphql']);
});

it.each([
  ['SUPPORT', '/support'],
  ['ADMIN', '/admin'],
  ['SUPERADMIN', '/admin'],
] as const)('leads %s to %s', async (role, path) => {
  fakeApi({
    'POST /api/auth/login': { body: { success: true, ...sampleSession, user: { ...sampleSession.user, role } } },
  });
  const router = await renderScreen(LoginPage, '/login');
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByText('Opening your workspace…');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(path));
});

it.each([
  ['card', () => rememberPendingPage('abc')],
  ['handover link', () => rememberHandover('token')],
])('leads staff with a remembered %s to the dashboard', async (_, remember) => {
  const staff = { ...sampleSession, user: { ...sampleSession.user, role: 'ADMIN' } };
  fakeApi({
    'POST /api/auth/login': { body: { success: true, ...staff } },
    'GRAPH ClaimPage': graphRefusal('PAGE_ALREADY_CLAIMED', 400, 'Taken.'),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  remember();
  const router = await renderScreen(LoginPage, '/login');
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('stores the device mark, and sends it with the next log-in and with no other request', async () => {
  const device = 'm'.repeat(64);
  const calls = fakeApi({ 'POST /api/auth/login': { body: { success: true, ...sampleSession, device } } });
  for (const [kept, sent] of [
    ['', ''],
    ['not a mark', ''],
    [device, device],
  ] as const) {
    localStorage.setItem('device', kept);
    await renderScreen(LoginPage, '/login');
    const user = await fillIn();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByText('You are logged in');
    expect(calls.at(-1)?.body).toMatchObject({ device: sent });
    expect(localStorage.getItem('device')).toBe(device);
    cleanup();
  }
  endSession('logout');
  expect(localStorage.getItem('device')).toBe(device);
});

it('links to password reset and signup', async () => {
  await renderScreen(LoginPage, '/login');
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgot-password');
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
});

it('toggles the visibility of the password with a labelled button', async () => {
  await renderScreen(LoginPage, '/login');
  const password = screen.getByLabelText('Password') as HTMLInputElement;
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password.type).toBe('password');
});

it('asks for the code of an account with a second factor, and begins again once the challenge is over', async () => {
  const challenged = { success: false, error: 'Code?', code: 'SECOND_FACTOR_REQUIRED', challenge: 'c1' };
  const answers: FakeAnswer[] = [
    {
      status: 400,
      body: { success: false, error: 'This code is not correct.', code: 'SECOND_FACTOR_WRONG', field: 'code' },
    },
    { status: 400, body: { success: false, error: 'Please start again.', code: 'SECOND_FACTOR_EXPIRED' } },
  ];
  const calls = fakeApi({
    'POST /api/auth/login': { status: 401, body: challenged },
    'POST /api/auth/second-factor': () => Promise.resolve(answers.shift() ?? accepted),
  });
  await renderScreen(LoginPage, '/login');
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  const code = await screen.findByLabelText('Code from your app');
  expect(document.activeElement).toBe(code);
  fill(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findAllByText('This code is not correct.');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Please start again.');
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');

  fill(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  fill(await screen.findByLabelText('Code from your app'), 'abcd-efgh');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('You are logged in');
  expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', code: 'abcd-efgh' });
  expect(currentSession()?.token).toBe(sampleSession.token);
});

it('offers the passkey of an account that has one first, and stays after a refusal of the device', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const challenged = { success: false, error: 'Code?', code: 'SECOND_FACTOR_REQUIRED', challenge: 'c1' };
  const calls = fakeApi({
    'POST /api/auth/login': { status: 401, body: { ...challenged, passkey: '{"challenge":"c1"}' } },
    'POST /api/auth/second-factor': accepted,
  });
  const prove = vi
    .mocked(startAuthentication)
    .mockRejectedValueOnce(new Error('cancelled'))
    .mockResolvedValueOnce({ id: 'k1' } as AuthenticationResponseJSON);
  await renderScreen(LoginPage, '/login');
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  const button = await screen.findByRole('button', { name: 'Use a passkey' });
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await screen.findByText('The passkey was not confirmed. Try again, or enter a code.');
  await user.click(button);
  await screen.findByText('You are logged in');
  expect(prove).toHaveBeenLastCalledWith({ optionsJSON: { challenge: 'c1' } });
  expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', passkey: '{"id":"k1"}' });
});
