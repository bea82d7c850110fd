import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { answerQuestion } from '../../../testing/answer-question.ts';
import { fakeApi, graphAnswer, graphRefusal, type SentCall, variablesOf } from '../../../testing/fake-api.ts';
import { fakeDownloads } from '../../../testing/fake-downloads.ts';
import { fill } from '../../../testing/fill.ts';
import { signInAsAdmin } from '../../../testing/pages-tab.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import TokensTab from './tokens-tab.tsx';

beforeEach(signInAsAdmin);

const ANA = { __typename: 'User', id: 'u1', username: 'ana', email: 'ana@example.com', role: 'ADMIN' };
const token = {
  __typename: 'ApiToken',
  id: 't1',
  name: 'Print shop',
  scopes: ['PAGES_READ', 'CARDS_PRODUCE'],
  addedBy: ANA,
  addedAt: '2026-11-22T09:00:00.000Z',
  endsAt: '2999-01-01T09:00:00.000Z',
  lastUsedOn: '2026-11-26',
};
const list = (...apiTokens: object[]) => graphAnswer({ apiTokens });
const open = () => renderScreen(TokensTab, '/admin', '/admin?tab=tokens');
async function confirmWith(password: string): Promise<void> {
  fill(await screen.findByLabelText('Current password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Create the token' }));
}
const sent = (calls: SentCall[], name: string) =>
  calls.find(({ body }) => (body as { operationName?: string } | undefined)?.operationName === name);

it('shows what a token opens, whose it is, its last use and its end', async () => {
  fakeApi({ 'GRAPH AdminApiTokens': list(token) });
  await open();
  const item = await screen.findByRole('listitem');
  expect(within(item).getByRole('heading', { name: 'Print shop' })).toBeTruthy();
  expect(item.textContent).toContain('Read pages · Produce cards');
  expect(item.textContent).toContain('Added by ana on 22 November 2026');
  expect(item.textContent).toContain('Last used on 26 November 2026 · ends on 1 January 2999');
});

it('says that a token is over or has lost its administrator', async () => {
  const over = { ...token, endsAt: '2026-01-01T09:00:00.000Z', lastUsedOn: null };
  const lost = { ...token, id: 't2', addedBy: { ...ANA, id: 'u2', role: 'DRIVER' } };
  fakeApi({ 'GRAPH AdminApiTokens': list(over, lost, { ...token, id: 't3', addedBy: null, endsAt: null }) });
  await open();
  const [first, second, third] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Never used · ended on 1 January 2026');
  expect(second?.textContent).toContain('no effect');
  expect(third?.textContent).toContain('Added by a deleted account');
});

it('exports the tokens without their secrets', async () => {
  const files = fakeDownloads();
  fakeApi({ 'GRAPH AdminApiTokens': list(token, { ...token, id: 't2', addedBy: null, endsAt: null }) });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Export…' }));
  await screen.findByRole('dialog', { name: 'Export 2 rows' });
  expect(screen.queryByRole('button', { name: 'Copy links' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^tokens-/);
  const { name, addedAt, endsAt, lastUsedOn } = token;
  const scopes = '"PAGES_READ, CARDS_PRODUCE"';
  expect((await files[0]?.file.text())?.trim().split('\r\n').slice(1)).toEqual([
    ['t1', name, scopes, 'ana', addedAt, endsAt, lastUsedOn].join(','),
    ['t2', name, scopes, '', addedAt, '', lastUsedOn].join(','),
  ]);
});

it('keeps a token that is being written when its dialog closes', async () => {
  fakeApi({ 'GRAPH AdminApiTokens': list() });
  await open();
  const openDialog = async () => userEvent.click(await screen.findByRole('button', { name: 'Add a token' }));
  await openDialog();
  fill(await screen.findByLabelText('Name'), 'Print shop');
  await userEvent.click(screen.getByLabelText('Read pages'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openDialog();
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Print shop');
  expect(screen.getByLabelText<HTMLInputElement>('Read pages').checked).toBe(true);
});

it('asks for a name and a right, then shows the secret once', async () => {
  const calls = fakeApi({
    'GRAPH AdminApiTokens': list(),
    'GRAPH AddApiToken': graphAnswer({ addApiToken: { __typename: 'AddedApiToken', token, secret: 'volant_secret' } }),
  });
  await open();
  expect(await screen.findByText('There are no tokens yet.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a token' }));
  const create = async () => userEvent.click(await screen.findByRole('button', { name: 'Create the token' }));
  await create();
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  fill(screen.getByLabelText('Name'), 'Print shop');
  await create();
  expect(screen.getByRole('alert').textContent).toContain('Choose at least one right');
  await userEvent.click(screen.getByLabelText('Produce cards'));
  // No end is for SUPERADMIN.
  expect(screen.queryByRole('option', { name: 'No end' })).toBeNull();
  await create();
  await confirmWith('old secret');
  expect(await screen.findByText('volant_secret')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('volant_secret')).toBeTruthy();
  const copy = screen.getByRole('button', { name: 'Copy the token' });
  expect([copy, screen.getByRole('button', { name: 'Done' })].map((button) => button.className)).toEqual([
    'btn btn--primary',
    'btn btn--secondary',
  ]);
  const input = { name: 'Print shop', scopes: ['CARDS_PRODUCE'], days: 90, password: 'old secret' };
  expect(variablesOf(sent(calls, 'AddApiToken'))).toEqual({ input });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('volant_secret')).toBeNull();
});

it('keeps the form if the token is refused', async () => {
  fakeApi({
    'GRAPH AdminApiTokens': list(),
    'GRAPH AddApiToken': graphRefusal('API_TOKEN_LIMIT_REACHED', 409, 'There are 50 API tokens already.'),
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a token' }));
  fill(screen.getByLabelText('Name'), 'Print shop');
  await userEvent.click(screen.getByLabelText('Read pages'));
  await userEvent.click(screen.getByRole('button', { name: 'Create the token' }));
  await confirmWith('old secret');
  expect((await screen.findByRole('alert')).textContent).toContain('There are 50 API tokens already.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Print shop');
});

it('revokes a token after a question', async () => {
  let revoked = false;
  const calls = fakeApi({
    'GRAPH AdminApiTokens': () => (revoked ? list() : list(token)),
    'GRAPH RevokeApiToken': () => {
      revoked = true;
      return graphAnswer({ revokeApiToken: { __typename: 'RevokedApiToken', id: 't1' } });
    },
  });
  await open();
  const button = await screen.findByRole('button', { name: 'Revoke “Print shop”…' });
  await userEvent.click(button);
  expect(await answerQuestion(false)).toContain('Revoke “Print shop”?');
  expect(sent(calls, 'RevokeApiToken')).toBeUndefined();
  await userEvent.click(button);
  await answerQuestion(true);
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(variablesOf(sent(calls, 'RevokeApiToken'))).toEqual({ id: 't1' });
});

it('offers to load the list again', async () => {
  fakeApi({});
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('The tokens could not be loaded');
});
