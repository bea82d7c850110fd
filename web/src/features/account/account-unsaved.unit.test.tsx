import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleMe, samplePicture, sampleSession } from '../../testing/samples.ts';
import { Component as AccountPage } from './account-page.tsx';

const account = { 'GRAPH Account': graphAnswer({ me: sampleMe({ phone: '+33639980007' }) }) };
const open = () => renderScreen(AccountPage, '/account');
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('unsaved changes of the profile', () => {
  it('prompt before leaving, and stay if the user stays', async () => {
    fakeApi(account);
    const router = await open();
    await userEvent.type(await screen.findByLabelText('Username'), '2');
    await userEvent.click(screen.getByRole('link', { name: 'Your Pages' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/account');
    expect(field('Username').value).toBe('camille.demo2');
    await userEvent.click(screen.getByRole('link', { name: 'Your Pages' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    cleanup();
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('camille.demo');
  });

  it('return after a reload, until the user resets them', async () => {
    fakeApi(account);
    await open();
    await userEvent.type(await screen.findByLabelText('Username'), '2');
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    cleanup();
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('camille.demo2');
    expect(screen.getByText('We restored your unsaved changes.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the saved version' }));
    expect(field('Username').value).toBe('camille.demo');
    expect(screen.queryByText('We restored your unsaved changes.')).toBeNull();
    const closingSaved = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closingSaved);
    expect(closingSaved.defaultPrevented).toBe(false);
  });

  it('say after a reload that a photo not sent yet was lost, until another is chosen', async () => {
    fakeApi(account);
    await open();
    await userEvent.upload(await screen.findByLabelText('Choose a photo'), samplePicture());
    await screen.findByLabelText('Change');
    cleanup();
    await open();
    const lost = 'The photo you chose had not been sent yet and could not be kept. Please choose it again.';
    expect(await screen.findByText(lost)).toBeDefined();
    expect(screen.queryByText('We restored your unsaved changes.')).toBeNull();
    await userEvent.upload(screen.getByLabelText('Choose a photo'), samplePicture());
    await screen.findByLabelText('Change');
    expect(screen.queryByText(lost)).toBeNull();
  });

  it('end when they are saved', async () => {
    fakeApi({
      ...account,
      'GRAPH UpdateProfile': graphAnswer({ updateProfile: sampleMe({ username: 'camille.demo2' }) }),
    });
    const router = await open();
    await userEvent.type(await screen.findByLabelText('Username'), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile updated successfully');
    await userEvent.click(screen.getByRole('link', { name: 'Your Pages' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('include passwords, which are never stored', async () => {
    fakeApi(account);
    await open();
    await userEvent.click(await screen.findByText('Change password'));
    fill(field('Current password'), 'secret-1');
    await userEvent.click(screen.getByRole('link', { name: 'Your Pages' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeDefined();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret-1');
  });
});
