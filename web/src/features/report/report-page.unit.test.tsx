import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as ReportPage } from './report-page.tsx';

const open = () => renderScreen(ReportPage, '/report/:id', '/report/berline');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the report' }));

afterEach(() => {
  endSession('expired');
  sessionStorage.clear();
});

it('keeps what a signed-in person wrote for a reload, until it is sent', async () => {
  startSession(sampleSession, false);
  fakeApi({ 'POST /api/support/report': { body: { success: true } } });
  const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What you noticed/ });
  await open();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Reason/ }), 'SPAM');
  fill(message(), 'Ten messages a day.');
  cleanup();
  await open();
  expect(message().value).toBe('Ten messages a day.');
  await send();
  await screen.findByRole('heading', { level: 1, name: 'Thank you' });
  cleanup();
  await open();
  expect(message().value).toBe('');
});

it('needs a reason, and sends nothing without one', async () => {
  const calls = fakeApi({});
  await open();
  await send();
  expect((await screen.findAllByText('Choose a reason')).length).toBeGreaterThan(1);
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Reason/ }));
  expect(calls).toEqual([]);
});

it('sends the page, the reason and what the visitor chose to write, and says thank you', async () => {
  const calls = fakeApi({ 'POST /api/support/report': { body: { success: true } } });
  await open();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Reason/ }), 'SPAM');
  fill(screen.getByRole('textbox', { name: /^What you noticed/ }), ' Ten messages a day. ');
  await send();
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you' })).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual([
    { pageId: 'berline', reason: 'SPAM', message: 'Ten messages a day.' },
  ]);
  expect(screen.getByRole('link', { name: 'Back to the page' }).getAttribute('href')).toBe('/d/berline');
});

it('shows a refused address at its field, and keeps what was written', async () => {
  fakeApi({
    'POST /api/support/report': {
      status: 400,
      body: { success: false, code: 'EMAIL_INVALID', error: 'No address.', field: 'email' },
    },
  });
  await open();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Reason/ }), 'OTHER');
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: /^Your email address/ });
  fill(email, 'nobody');
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('No address.');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(email.value).toBe('nobody');
});
