import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Component as ForgotPasswordPage } from './forgot-password-page.tsx';

const FORGOT = 'POST /api/auth/forgot-password';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

const email = () => screen.getByLabelText<HTMLInputElement>('Email address');

async function ask(address: string) {
  const user = userEvent.setup();
  fill(email(), address);
  await user.click(screen.getByRole('button', { name: 'Send me the link' }));
  return user;
}

it('sends nothing without an address, says so at the field, and puts the focus there', async () => {
  const calls = fakeApi({});
  await renderScreen(ForgotPasswordPage, '/forgot-password');
  await ask(' ');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter your email address');
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(email());
  expect(calls).toEqual([]);
});

it.each<[string, FakeAnswer, string]>([
  [
    'an address without an account',
    { status: 404, body: { error: 'other words', code: 'EMAIL_NOT_FOUND' } },
    'No account found with this email address',
  ],
  [
    'the words of the server',
    { status: 429, body: { error: 'Try again in 20 minutes.', code: 'TOO_MANY_REQUESTS' } },
    'Try again in 20 minutes.',
  ],
  ['its own words without any', { status: 500 }, 'An error occurred. Please try again.'],
  ['its own words for an answer without success', { body: {} }, 'An error occurred. Please try again.'],
])('shows %s and keeps the input', async (_, answer, text) => {
  fakeApi({ [FORGOT]: answer });
  await renderScreen(ForgotPasswordPage, '/forgot-password');
  await ask('a@example.org');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(email().value).toBe('a@example.org');
});

it('focuses an address that the server does not know', async () => {
  fakeApi({ [FORGOT]: { status: 404, body: {} } });
  await renderScreen(ForgotPasswordPage, '/forgot-password');
  await ask('a@example.org');
  await screen.findByRole('alert');
  await vi.waitFor(() => expect(document.activeElement).toBe(email()));
});

it('shows where the message was sent but no token, and links back to the login or to the address', async () => {
  const calls = fakeApi({ [FORGOT]: { body: { success: true, resetToken: 'a-secret-token' } } });
  await renderScreen(ForgotPasswordPage, '/forgot-password');
  const user = await ask(' a@example.org ');
  const panel = await screen.findByRole('status');
  expect(panel.textContent).toContain('We sent a link to a@example.org');
  expect(document.activeElement).toBe(panel);
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'a@example.org' }]);
  expect(document.body.innerHTML).not.toContain('a-secret-token');
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');

  await user.click(screen.getByRole('button', { name: 'Correct the address' }));
  expect(email().value).toBe('a@example.org');
  expect(document.activeElement).toBe(email());
});
