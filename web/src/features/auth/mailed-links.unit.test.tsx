import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession, endSession, startSession } from '../../session/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as MailedLinkPage } from './mailed-link-page.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

interface LinkPage {
  readonly name: string;
  readonly button: string;
  readonly done: string;
  readonly onward: readonly [label: string, href: string];
  readonly refusals: readonly (readonly [code: string, text: string, link: string])[];
}

const PAGES: readonly LinkPage[] = [
  {
    name: 'confirm',
    button: 'Confirm this address',
    done: 'Your address is confirmed',
    onward: ['Go to my account', '/account'],
    refusals: [
      ['EMAIL_CHANGE_INVALID', 'This link is no longer valid', 'Write to us'],
      ['EMAIL_CHANGE_USED', 'the address is confirmed', 'Go to my account'],
      ['EMAIL_CHANGE_EXPIRED', 'Ask for the change again', 'Write to us'],
      ['EMAIL_TAKEN', 'belongs to another account', 'Write to us'],
    ],
  },
  {
    name: 'cancel',
    button: 'Cancel the request',
    done: 'The request is cancelled',
    onward: ['Choose a new password', '/forgot-password'],
    refusals: [
      ['EMAIL_CHANGE_INVALID', 'Use the link of the latest message', 'Write to us'],
      ['EMAIL_CHANGE_USED', 'Too late to cancel', 'Write to us'],
      ['EMAIL_CHANGE_EXPIRED', 'has expired without being confirmed', 'Choose a new password'],
    ],
  },
];

describe.each(PAGES)('the link to $name a change of address', ({ name, button, done, onward, refusals }) => {
  const call = `POST /api/auth/${name}-email-change`;
  const open = (query = '?token=the-token') => renderScreen(MailedLinkPage, `/${name}-email`, `/${name}-email${query}`);
  const press = () => userEvent.click(screen.getByRole('button', { name: button }));

  it('does nothing until the button is pressed, and takes the token out of the address', async () => {
    const calls = fakeApi({});
    const router = await open();
    await vi.waitFor(() => expect(router.state.location.search).toBe(''));
    expect(calls).toEqual([]);
  });

  it('acts when the button is pressed, even if another user is signed in, and leads on', async () => {
    startSession(sampleSession, true);
    const calls = fakeApi({
      [call]: { body: { success: true } },
      'GET /api/auth/me': { body: { user: sampleSession.user } },
    });
    await open();
    await press();
    await screen.findByText(done);
    expect(calls[0]?.body).toEqual({ token: 'the-token' });
    const [label, href] = onward;
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(href);
    expect(currentSession()?.user.id).toBe(sampleSession.user.id);
  });

  it.each(['.', ').', '%3E', '%E2%80%8B', '%22,'])('works with %s behind its token', async (behind) => {
    const calls = fakeApi({ [call]: { body: { success: true } } });
    await open(`?token=the-token${behind}`);
    await press();
    await screen.findByText(done);
    expect(calls[0]?.body).toEqual({ token: 'the-token' });
  });

  it.each([
    '?token%3Dthe-token',
    '?token=the-%3D%0D%0Atoken',
    '?token=the-token&utm_source=x',
    '?lang=en&Token=the-token',
  ])('works as %s', async (query) => {
    const calls = fakeApi({ [call]: { body: { success: true } } });
    await open(query);
    await press();
    await screen.findByText(done);
    expect(calls[0]?.body).toEqual({ token: 'the-token' });
  });

  it.each(refusals)('shows a final error: %s', async (code, text, link) => {
    fakeApi({ [call]: { status: 400, body: { code, error: 'x' } } });
    await open();
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.getByRole('link', { name: link })).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(true);
  });

  it('without a token is shown as invalid at once', async () => {
    await open('');
    expect(screen.getByRole('alert').textContent).toContain('This link is no longer valid');
  });
});
