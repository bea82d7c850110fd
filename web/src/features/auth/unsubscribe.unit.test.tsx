import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession } from '../../session/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Component as MailedLinkPage } from './mailed-link-page.tsx';

const token = 'a'.repeat(64);
const CALL = `POST /api/letters/unsubscribe?token=${token}`;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

describe('the link in a weekly letter', () => {
  it('ends the letter at the press of a button, without a session', async () => {
    const calls = fakeApi({ [CALL]: { body: { success: true } } });
    await renderScreen(MailedLinkPage, '/unsubscribe', `/unsubscribe?token=${token}`);
    const button = await screen.findByRole('button', { name: 'Stop the letter' });
    expect(calls).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText('You are unsubscribed')).toBeDefined();
  });

  it('says so if it is not valid', async () => {
    fakeApi({});
    await renderScreen(MailedLinkPage, '/unsubscribe', '/unsubscribe');
    expect(await screen.findByText('This link is not valid')).toBeDefined();
  });
});
