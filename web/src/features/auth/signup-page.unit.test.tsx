import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberPendingPage } from '../../session/pending-page.ts';
import { currentSession, endSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi, graphAnswer } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as SignupPage } from './signup-page.tsx';

const SIGN_UP = 'POST /api/auth/signup';
const LABELS = ['Email address', 'Username', 'Password', 'Confirm password'] as const;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** @param typed values of the first fields, in order */
async function send(...typed: readonly string[]) {
  const user = userEvent.setup();
  for (const [place, text] of typed.entries()) if (text !== '') fill(field(LABELS[place] ?? ''), text);
  await user.click(screen.getByRole('button', { name: 'Create my account' }));
}

it('requires an email, a username of at least 3 characters, and a password twice', async () => {
  await renderScreen(SignupPage, '/signup');
  expect(LABELS.map((label) => [field(label).type, field(label).autocomplete])).toEqual([
    ['email', 'email'],
    ['text', 'nickname'],
    ['password', 'new-password'],
    ['password', 'new-password'],
  ]);
  expect(field('Username').minLength).toBe(3);
});

it.each([
  [['a@example.org', '', 'secret1', 'secret1'], 'Please fill in all fields', 'Username'],
  [['', 'camille', 'secret1', 'other'], 'Please fill in all fields', 'Email address'],
  [['a@example.org', 'camille', 'short', 'other'], 'Passwords do not match', 'Confirm password'],
  [['a@example.org', 'camille', 'short', 'short'], 'Password must be at least 6 characters', 'Password'],
])('sends nothing for %j: “%s”, and focuses %s', async (typed, text, wrong) => {
  const calls = fakeApi({});
  await renderScreen(SignupPage, '/signup');
  await send(...typed);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(document.activeElement).toBe(field(wrong));
  expect(LABELS.map((label) => field(label).value)).toEqual(typed);
  expect(calls).toEqual([]);
});

it.each<[string, FakeAnswer, string]>([
  ['the server’s words', { status: 409, body: { error: 'Taken.', code: 'EMAIL_TAKEN' } }, 'Taken.'],
  ['its own without any', { status: 500, body: {} }, 'Signup failed'],
  ['what is missing', { body: { ...sampleSession } }, 'Signup failed - no success flag'],
])('shows %s and keeps the input', async (_, answer, text) => {
  fakeApi({ [SIGN_UP]: answer });
  const router = await renderScreen(SignupPage, '/signup');
  await send('a@example.org', 'camille', 'secret1', 'secret1');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(field('Password').value).toBe('secret1');
  expect(currentSession()).toBeNull();
  expect(router.state.location.pathname).toBe('/signup');
});

it('signs in, claims the remembered page, and goes to the dashboard after 1.5 s', async () => {
  let answeredAt = Number.POSITIVE_INFINITY;
  const calls = fakeApi({
    [SIGN_UP]: () => {
      answeredAt = performance.now();
      return { body: { success: true, ...sampleSession } };
    },
    'GRAPH ClaimPage': graphAnswer({ claimPage: { __typename: 'Page', id: 'abc', state: 'ACTIVE' } }),
  });
  rememberPendingPage('abc');
  const router = await renderScreen(SignupPage, '/signup');
  await send(' a@example.org ', ' camille ', 'secret1', 'secret1');
  await screen.findByText('Your account is ready');
  expect(currentSession()?.token).toBe('token-1');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(performance.now() - answeredAt).toBeGreaterThanOrEqual(1_490);
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/signup', '/graphql']);
  expect(calls[0]?.body).toEqual({ email: 'a@example.org', username: 'camille', password: 'secret1' });
});
