import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentSession, endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fakeDownloads } from '../../testing/fake-downloads.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleMe, samplePage, samplePages, sampleSession } from '../../testing/samples.ts';
import { Component as AccountPage } from './account-page.tsx';

const account = () => ({ 'GRAPH Account': graphAnswer({ me: sampleMe() }) });
const open = () => renderScreen(AccountPage, '/account');
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('the password', () => {
  const change = async (current: string, next: string, again: string) => {
    await userEvent.click(await screen.findByText('Change password'));
    const fields = { 'Current password': current, 'New password': next, 'Confirm password': again };
    for (const [name, text] of Object.entries(fields)) if (text !== '') fill(field(name), text);
    await userEvent.click(screen.getByRole('button', { name: 'Update password' }));
  };

  it.each([
    ['', '', '', 'Please fill in all password fields', 'Current password'],
    ['old secret', 'new secret', 'another', 'Passwords do not match', 'Confirm password'],
    ['old secret', 'new', 'new', 'Password must be at least 6 characters', 'New password'],
  ])('%j, %j, %j is not sent', async (current, next, again, text, name) => {
    const calls = fakeApi(account());
    await open();
    await change(current, next, again);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(field(name));
    expect(calls).toHaveLength(1);
  });

  it('is changed, and its fields are known to password managers', async () => {
    const calls = fakeApi({ ...account(), 'GRAPH ChangePassword': graphAnswer({ changePassword: true }) });
    await open();
    await change('old secret', 'new secret', 'new secret');
    expect(await screen.findByText('Password updated successfully')).toBeDefined();
    expect(variablesOf(calls[1])).toEqual({ input: { currentPassword: 'old secret', newPassword: 'new secret' } });
    expect(field('Current password').value).toBe('');
    expect(field('Current password').autocomplete).toBe('current-password');
    expect(field('New password').autocomplete).toBe('new-password');
  });

  it('if refused, shows the error at its field, and the session stays', async () => {
    fakeApi({
      ...account(),
      'GRAPH ChangePassword': graphRefusal('WRONG_PASSWORD', 400, 'The current password is not correct.'),
    });
    await open();
    await change('typo', 'new secret', 'new secret');
    expect(await screen.findByText('Failed to update password')).toBeDefined();
    expect(screen.getByText('The current password is not correct.')).toBeDefined();
    expect(document.activeElement).toBe(field('Current password'));
    expect(field('New password').value).toBe('new secret');
    expect(currentSession()).not.toBeNull();
  });
});

describe('the user’s data', () => {
  it('download as one file: account, all pages and messages, pictures', async () => {
    const analytics = { __typename: 'PageAnalytics', summary: { __typename: 'AnalyticsSummary', views: 3 } };
    fakeApi({
      ...account(),
      'GRAPH MyData': (call) =>
        graphAnswer({
          me: sampleMe({ avatar: '/uploads/gone.jpg' }),
          ...(variablesOf(call).after === null
            ? samplePages([samplePage({ analytics })], { hasNextPage: true, endCursor: 'c1' })
            : samplePages([samplePage({ id: 'page-2', analytics })])),
        }),
      'GRAPH MyMessages': (call) => {
        const rest = variablesOf(call).after === 'm1';
        return graphAnswer({
          mySupportMessages: {
            __typename: 'SentSupportMessageConnection',
            nodes: [
              { __typename: 'SentSupportMessage', id: rest ? 'message-2' : 'message-1', body: 'My card is lost' },
            ],
            pageInfo: { __typename: 'PageInfo', hasNextPage: !rest, endCursor: 'm1' },
          },
        });
      },
      'GET /uploads/gone.jpg': { status: 404 },
    });
    const downloads = fakeDownloads();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export my data' }));
    expect(await screen.findByText('The file is in your downloads.')).toBeDefined();
    const [{ name, file } = { name: '', file: new Blob() }] = downloads;
    expect(name).toMatch(/^volant-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await file.text());
    expect(data).toMatchObject({
      account: { email: 'camille.demo@example.org' },
      pages: [{ id: 'page-1', analytics: { summary: { views: 3 } } }, { id: 'page-2' }],
      messages: [{ id: 'message-1', body: 'My card is lost' }, { id: 'message-2' }],
      pictures: { '/uploads/gone.jpg': null },
    });
    expect(JSON.stringify(data)).not.toContain('__typename');
  });

  it('show an error if the download fails', async () => {
    fakeApi({ ...account(), 'GRAPH MyData': graphRefusal('UNAVAILABLE', 503, 'The figures are away.') });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export my data' }));
    expect(await screen.findByText('The figures are away.')).toBeDefined();
  });
});

describe('deleting the account', () => {
  const ask = async (password: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    if (password !== '') fill(dialog.getByLabelText('Current password'), password);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
    return dialog;
  };

  it('requires the password, and reports a wrong one at the field', async () => {
    const calls = fakeApi({
      ...account(),
      'GRAPH DeleteMyAccount': graphRefusal('WRONG_PASSWORD', 400, 'Not correct.'),
    });
    await open();
    const dialog = await ask('');
    expect(await dialog.findAllByText('Enter your password')).toHaveLength(2);
    expect(calls).toHaveLength(1);
    await userEvent.type(dialog.getByLabelText('Current password'), 'typo');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(await dialog.findAllByText('Not correct.')).toHaveLength(2);
    expect(currentSession()).not.toBeNull();
  });

  it('asks for the password and confirms the deletion', async () => {
    const calls = fakeApi({ ...account(), 'GRAPH DeleteMyAccount': graphAnswer({ deleteMyAccount: true }) });
    const router = await open();
    await ask('a secret');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account-deleted'));
    expect(variablesOf(calls[1])).toEqual({ password: 'a secret' });
    expect(router.state.location.state).toEqual({ token: sampleSession.token });
  });
});
