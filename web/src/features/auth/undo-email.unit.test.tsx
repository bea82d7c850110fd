import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { currentSession, endSession, startSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as MailedLinkPage } from './mailed-link-page.tsx';

const UNDO = 'POST /api/auth/undo-email-change';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

const open = (at = '/undo-email?token=the-token') => renderScreen(MailedLinkPage, '/undo-email', at);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Put my address back' });

it('waits for the button, and removes the token from the address', async () => {
  const calls = fakeApi({});
  const router = await open();
  await vi.waitFor(() => expect(router.state.location.search).toBe(''));
  expect(button().disabled).toBe(false);
  expect(calls).toEqual([]);
});

it('restores the address, ends the local session, and leads to a new password', async () => {
  startSession(sampleSession, true);
  const calls = fakeApi({ [UNDO]: { body: { success: true } }, 'GET /api/auth/me': { status: 401, body: {} } });
  await open();
  await userEvent.click(button());
  await screen.findByText('Your address is back');
  expect(calls[0]?.body).toEqual({ token: 'the-token' });
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe('/forgot-password');
  await vi.waitFor(() => expect(currentSession()).toBeNull());
});

it.each([
  ['EMAIL_UNDO_INVALID', 'This link is not valid', 'Write to us'],
  ['EMAIL_UNDO_USED', 'This link has been used already', 'Choose a new password'],
  ['EMAIL_UNDO_EXPIRED', 'This link has expired', 'Write to us'],
])('shows a final error: %s', async (code, text, link) => {
  fakeApi({ [UNDO]: { status: 400, body: { code, error: 'x' } } });
  await open();
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.getByRole('link', { name: link })).toBeDefined();
  expect(button().disabled).toBe(true);
});

it('shows a link without a token as invalid at once', async () => {
  await open('/undo-email');
  expect(screen.getByRole('alert').textContent).toContain('This link is not valid');
  expect(button().disabled).toBe(true);
});

it.each<[string, FakeAnswer, string]>([
  ['one has to wait', { status: 429, body: { code: 'TOO_MANY_REQUESTS', error: 'Wait.' } }, 'Wait.'],
  ['anything else', { status: 500, body: { error: 'x' } }, 'Your address could not be put back'],
])('shows an error when %s, and can retry under the same key', async (_, answer, text) => {
  const calls = fakeApi({ [UNDO]: answer });
  await open();
  for (let time = 0; time < 2; time += 1) {
    await userEvent.click(button());
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  }
  const keys = calls.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});
