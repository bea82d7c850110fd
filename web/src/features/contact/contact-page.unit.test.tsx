import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as ContactPage } from './contact-page.tsx';

const CONTACT = 'POST /api/support/contact';
const MESSAGE = 'Bonjour !!';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

const open = () => renderScreen(ContactPage, '/contact');
const field = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

const another = () => userEvent.click(screen.getByRole('link', { name: 'Send another message' }));

async function fillIn(message = MESSAGE) {
  fill(field('Name'), 'Camille');
  fill(field('Email address'), ' a@example.org ');
  fill(field('Subject'), 'A card');
  fill(field('Message'), message);
}

it('sends nothing while a field is empty, reports which, and focuses the first', async () => {
  const calls = fakeApi({});
  await open();
  fill(field('Name'), 'Camille');
  await userEvent.type(field('Subject'), ' ');
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Please fill in all fields.');
  expect(document.activeElement).toBe(field('Email address'));
  for (const label of ['Email address', 'Subject', 'Message']) {
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
  }
  expect(field('Name').getAttribute('aria-invalid')).toBeNull();
  expect(calls).toEqual([]);
});

it('requires a message of ten characters', async () => {
  const calls = fakeApi({ [CONTACT]: { body: { success: true } } });
  await open();
  await fillIn(` ${MESSAGE.slice(1)} `);
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Message must be at least 10 characters long.');
  expect(document.activeElement).toBe(field('Message'));
  expect(calls).toEqual([]);
  await userEvent.type(field('Message'), '!');
  await userEvent.clear(field('Message'));
  await userEvent.type(field('Message'), MESSAGE);
  await send();
  await screen.findByRole('status');
  expect(calls).toHaveLength(1);
});

it('replaces the form with the confirmation; the next message is separate', async () => {
  const calls = fakeApi({ [CONTACT]: { body: { success: true } } });
  await open();
  await fillIn();
  await send();
  expect((await screen.findByRole('status')).textContent).toBe(
    'Your message has been sent successfully! We will respond within 24-48 hours. Saturdays and Sundays do not count.',
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Message sent' }));
  expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull();
  await another();
  expect(document.activeElement).toBe(field('Name'));
  for (const label of ['Name', 'Email address', 'Subject', 'Message']) expect(field(label).value).toBe('');
  expect(calls[0]?.body).toEqual({ name: 'Camille', email: 'a@example.org', subject: 'A card', message: MESSAGE });
  await fillIn();
  await send();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  const keys = calls.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).not.toBe(keys[0]);
});

it.each<[string, FakeAnswer, string]>([
  ['the server’s words', { status: 429, body: { code: 'TOO_MANY_MESSAGES', error: 'Wait.' } }, 'Wait.'],
  ['its own without any', { status: 500 }, 'Error sending message. Please try again.'],
])('shows %s and keeps the input', async (_, answer, text) => {
  fakeApi({ [CONTACT]: answer });
  await open();
  await fillIn();
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(field('Name').value).toBe('Camille');
  expect(field('Message').value).toBe(MESSAGE);
});

it('shows the server’s field error at the field, until the next attempt', async () => {
  const words = 'This email address is not valid: look again.';
  const calls = fakeApi({
    [CONTACT]: () =>
      calls.length === 1 ? { status: 400, body: { code: 'EMAIL_INVALID', error: words } } : { body: { success: true } },
  });
  await open();
  await fillIn();
  await send();
  await screen.findByRole('alert');
  const email = field('Email address');
  expect(document.activeElement).toBe(email);
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
  await send();
  await screen.findByRole('status');
  expect(screen.queryByText(words)).toBeNull();
});

it('shows at the longest field that the request is too large', async () => {
  fakeApi({ [CONTACT]: { status: 413, body: { code: 'PAYLOAD_TOO_LARGE', error: 'The request is too large.' } } });
  await open();
  await fillIn('A message that is longer than the other texts.');
  await send();
  await screen.findByRole('alert');
  const message = field('Message');
  expect(document.activeElement).toBe(message);
  expect(
    message
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  ).toContain('This text is too long.');
});

it('retries under the same key after a lost response', async () => {
  const calls = fakeApi({});
  await open();
  await fillIn();
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('The server didn’t respond');
  await send();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.headers.get('Idempotency-Key')).toBe(calls[0]?.headers.get('Idempotency-Key'));
});

it('prefills the signed-in user, allows other details, and prefills again afterwards', async () => {
  startSession(sampleSession, true);
  fakeApi({ [CONTACT]: { body: { success: true } } });
  await open();
  expect(field('Name').value).toBe('camille.demo');
  expect(field('Email address').value).toBe('camille.demo@example.org');
  await userEvent.clear(field('Name'));
  fill(field('Name'), 'Camille');
  fill(field('Subject'), 'A card');
  fill(field('Message'), MESSAGE);
  await send();
  await screen.findByRole('status');
  await another();
  expect(field('Name').value).toBe('camille.demo');
  expect(field('Message').value).toBe('');
});

it('keeps a signed-in user’s message when the session expires, until it is sent', async () => {
  startSession(sampleSession, true);
  fakeApi({ [CONTACT]: { body: { success: true } } });
  await open();
  fill(field('Message'), MESSAGE);
  endSession('expired');
  cleanup();
  startSession(sampleSession, true);
  await open();
  expect(field('Message').value).toBe(MESSAGE);
  fill(field('Subject'), 'A card');
  await send();
  await screen.findByRole('status');
  cleanup();
  await open();
  expect(field('Message').value).toBe('');
});

it('sends the honeypot field', async () => {
  const calls = fakeApi({ [CONTACT]: { body: { success: true } } });
  await open();
  await fillIn();
  const trap = field('Leave this field empty');
  expect(trap.tabIndex).toBe(-1);
  expect(trap.closest('[aria-hidden="true"]')).not.toBeNull();
  // Words by which browsers and password managers choose a value.
  for (const name of [trap.name, trap.id, trap.autocomplete]) {
    expect(name).not.toMatch(
      /name|mail|home|page|url|web|site|phone|tel|address|compan|org|city|zip|code|user|login|pass/i,
    );
  }
  fill(trap, 'https://example.org');
  await send();
  await screen.findByRole('status');
  expect(calls[0]?.body).toMatchObject({ homepage: 'https://example.org' });
});
