import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { currentSession, endSession, startSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as ResetPasswordPage } from './reset-password-page.tsx';

const RESET = 'POST /api/auth/reset-password';
const LINK = '/reset-password?token=the-token';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

const open = (at = LINK) => renderScreen(ResetPasswordPage, '/reset-password', at);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save password' });

async function choose(password: string, confirmation = password) {
  const user = userEvent.setup();
  if (password !== '') fill(field('New password'), password);
  if (confirmation !== '') fill(field('Confirm password'), confirmation);
  await user.click(button());
}

it.each(['/reset-password', '/reset-password?token=', '/reset-password?token=%20'])(
  'at %s shows that the link is unusable, offers another, and has no form',
  async (at) => {
    await open(at);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Invalid or expired reset link');
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByLabelText('New password')).toBeNull();
  },
);

it.each([
  ['', '', 'Please fill in all fields', 'New password'],
  ['secret1', '', 'Please fill in all fields', 'Confirm password'],
  ['secret1', 'secret2', 'Passwords do not match', 'Confirm password'],
  ['short', 'short', 'Password must be at least 6 characters', 'New password'],
])('sends nothing for “%s” and “%s”: %s', async (password, confirmation, text, wrong) => {
  const calls = fakeApi({});
  await open();
  await choose(password, confirmation);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(document.activeElement).toBe(field(wrong));
  expect(field('New password').value).toBe(password);
  expect(calls).toEqual([]);
});

it.each<[string, FakeAnswer, string]>([
  ['the link was used', { status: 400, body: { code: 'RESET_TOKEN_INVALID', error: 'x' } }, 'Invalid or expired'],
  ['the server has words to help', { status: 400, body: { code: 'PASSWORD_LENGTH', error: '6 to 128.' } }, '6 to 128.'],
  ['one has to wait', { status: 429, body: { code: 'TOO_MANY_REQUESTS', error: 'Wait.' } }, 'Wait.'],
  ['anything else', { status: 500, body: { error: 'x' } }, 'Failed to update password'],
  ['there is no success', { body: {} }, 'Failed to update password'],
])('shows an error when %s, and keeps the input', async (_, answer, text) => {
  fakeApi({ [RESET]: answer });
  const router = await open();
  await choose('secret1');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(field('New password').value).toBe('secret1');
  expect(field('Confirm password').value).toBe('secret1');
  expect(router.state.location.pathname).toBe('/reset-password');
  expect(screen.queryAllByRole('link', { name: 'Request a new link' })).toHaveLength(
    text === 'Invalid or expired' ? 1 : 0,
  );
});

it('shows the server’s password error at the field', async () => {
  fakeApi({ [RESET]: { status: 400, body: { code: 'PASSWORD_LENGTH', error: '6 to 128.' } } });
  await open();
  await choose('secret1');
  await vi.waitFor(() => expect(document.activeElement).toBe(field('New password')));
  expect(field('New password').getAttribute('aria-invalid')).toBe('true');
});

it('removes the token from the address and keeps it for a reload of the tab', async () => {
  const router = await open();
  await vi.waitFor(() => expect(router.state.location.search).toBe(''));
  expect(router.state.location.state).toMatchObject({ token: 'the-token' });
  expect(button().disabled).toBe(false);
  expect(router.state.historyAction).toBe('REPLACE');
});

it('retries under the same key after a lost response, shows the panel, and goes to the login after 3 s', async () => {
  let answers = false;
  const calls = fakeApi({
    [RESET]: () => {
      if (!answers) throw new TypeError('Failed to fetch');
      return { body: { success: true } };
    },
  });
  const router = await open();
  await choose('secret1');
  expect((await screen.findByRole('alert')).textContent).toContain('The server didn’t respond');
  answers = true;
  const start = performance.now();
  await userEvent.click(button());
  await screen.findByText('Password changed');
  expect(calls.map(({ body }) => body)).toEqual([
    { token: 'the-token', newPassword: 'secret1' },
    { token: 'the-token', newPassword: 'secret1' },
  ]);
  const keys = calls.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(performance.now() - start).toBeGreaterThanOrEqual(2_950);
});

it('ends the local session if the server has, and keeps the session of another user', async () => {
  for (const [status, left] of [
    [401, false],
    [200, true],
  ] as const) {
    startSession(sampleSession, true);
    const calls = fakeApi({
      [RESET]: { body: { success: true } },
      'GET /api/auth/me': { status, body: status === 200 ? { user: sampleSession.user } : {} },
    });
    await open();
    await choose('secret1');
    await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/auth/me'));
    await vi.waitFor(() => expect(currentSession() !== null).toBe(left));
    cleanup();
  }
});
