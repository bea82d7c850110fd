import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../../i18n/i18n.ts';
import { answerQuestion } from '../../../testing/answer-question.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal } from '../../../testing/fake-api.ts';
import { fill } from '../../../testing/fill.ts';
import { chooseOf, listed, openTab, page, rowOf, sent, signInAsAdmin, tally } from '../../../testing/pages-tab.ts';

beforeEach(signInAsAdmin);
afterEach(() => vi.restoreAllMocks());

type Answers = Parameters<typeof fakeApi>[0];

async function edit(answers: Answers, changes: object = {}) {
  const calls = fakeApi({ 'GRAPH AdminPages': listed([page('one', changes)]), ...answers });
  await openTab();
  await chooseOf('Name of one', 'Edit');
  const panel = within(await screen.findByRole('dialog', { name: 'Edit Name of one' }));
  return { calls, panel, save: () => userEvent.click(panel.getByRole('button', { name: 'Save' })) };
}
const changedTo = (changes: object) => graphAnswer({ administerPage: page('one', changes) });
const inputOf = (calls: ReturnType<typeof fakeApi>) =>
  (sent(calls, 'AdministerPage').at(-1) as { input: object } | undefined)?.input;

describe('editing a page', () => {
  it('keeps the id if blank, and sends empty fields as null', async () => {
    const { calls, panel, save } = await edit({ 'GRAPH AdministerPage': changedTo({ displayName: '', owner: null }) });
    await userEvent.clear(panel.getByLabelText('Display name'));
    await userEvent.click(panel.getByRole('button', { name: 'Remove ana' }));
    await userEvent.selectOptions(panel.getByLabelText('State'), 'DEACTIVATED');
    await save();
    await answerQuestion(true);
    expect(sent(calls, 'AdministerPage')).toEqual([
      { id: 'one', input: { displayName: null, ownerId: null, state: 'DEACTIVATED' }, expectedVersion: 3 },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks why a page of an owner is deactivated: a common reason with words, or words alone', async () => {
    const refusal = graphRefusal('REASON_REQUIRED', 400, 'Say why.', 'reason');
    let answer: FakeAnswer = refusal;
    const { calls, panel, save } = await edit({ 'GRAPH AdministerPage': () => answer });
    expect(panel.queryByLabelText('Reason for deactivating')).toBeNull();
    await userEvent.selectOptions(panel.getByLabelText('State'), 'DEACTIVATED');
    await save();
    const field = panel.getByLabelText<HTMLTextAreaElement>('Reason for deactivating');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(panel.getByRole('alert').textContent).toContain('Say why.');
    await userEvent.selectOptions(panel.getByLabelText('Common reason'), 'The page impersonates somebody else.');
    expect(panel.getByLabelText('Details (optional)')).toBe(field);
    fill(field, ' Ana complained. ');
    expect(panel.queryByText('Say why.')).toBeNull();
    answer = changedTo({ state: 'DEACTIVATED' });
    await save();
    const given = { commonReason: 'IMPERSONATION', reason: 'Ana complained.' };
    await waitFor(() => expect(inputOf(calls)).toMatchObject({ state: 'DEACTIVATED', ...given }));
  });

  it.each([
    [' two ', { newId: 'two' }],
    ['one', {}],
    ['   ', {}],
  ])('sends the id %j only if it changed', async (typed, expected) => {
    const { calls, panel, save } = await edit({ 'GRAPH AdministerPage': changedTo({}) });
    await userEvent.type(panel.getByLabelText('New ID'), typed);
    await save();
    expect(inputOf(calls)).toEqual({ ...expected, displayName: 'Name of one', ownerId: 'ana', state: 'ACTIVE' });
  });

  it('shows a page under its new id', async () => {
    let nodes = [page('one'), page('other')];
    const calls = fakeApi({
      'GRAPH AdminPages': () => listed(nodes),
      'GRAPH AdministerPage': () => {
        nodes = [page('renamed', { displayName: 'Name of one' }), page('other')];
        return graphAnswer({ administerPage: nodes[0] });
      },
    });
    await openTab();
    await chooseOf('Name of one', 'Edit');
    const panel = within(await screen.findByRole('dialog'));
    fill(panel.getByLabelText('New ID'), 'renamed');
    await userEvent.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await rowOf('Name of one')).getByText('renamed')).toBeDefined());
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(sent(calls, 'AdministerPage')).toHaveLength(1);
  });

  it.each([
    ['PAGE_ID_TAKEN', 'This id is taken.'],
    ['PAGE_ID_INVALID', 'This id cannot be used.'],
  ])('reports an invalid id at its field, and keeps the input: %s', async (code, words) => {
    const { panel, save } = await edit({ 'GRAPH AdministerPage': graphRefusal(code, 409, words, 'newId') });
    await userEvent.type(panel.getByLabelText('New ID'), 'new');
    await save();
    const field = panel.getByLabelText<HTMLInputElement>('New ID');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(panel.getByRole('alert').textContent).toContain(words);
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('new');
  });

  it('reports an owner who vanished at the owner, until another is chosen', async () => {
    const refusal = graphRefusal('OWNER_NOT_FOUND', 400, 'No such owner.', 'ownerId');
    const { panel, save } = await edit({ 'GRAPH AdministerPage': refusal });
    await save();
    const removal = panel.getByRole('button', { name: 'Remove ana' });
    await waitFor(() => expect(document.activeElement).toBe(removal));
    const description = document.getElementById(removal.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('No such owner.');
    await userEvent.click(removal);
    expect(panel.queryByText('No such owner.')).toBeNull();
  });

  it.each([
    ['The server’s words.', 'The server’s words.'],
    ['', 'Failed to update page'],
  ])('on failure shows %j as %j', async (message, text) => {
    const { panel, save } = await edit({ 'GRAPH AdministerPage': graphRefusal('CONFLICT', 409, message) });
    await save();
    expect((await panel.findByRole('alert')).textContent).toContain(text);
  });

  it('overwrites concurrent changes only on a second save', async () => {
    let answer: FakeAnswer = graphRefusal('PAGE_CHANGED', 409, 'The page has changed.');
    const { calls, panel, save } = await edit({
      'GRAPH AdministerPage': () => answer,
      'GRAPH AdminPage': graphAnswer({ adminPage: page('one', { version: 4, state: 'INACTIVE' }) }),
    });
    await userEvent.type(panel.getByLabelText('Display name'), '!');
    await save();
    expect((await panel.findByRole('alert')).textContent).toContain('The page has changed.');
    await waitFor(() => expect(sent(calls, 'AdminPage')).toHaveLength(1));
    answer = changedTo({ version: 5 });
    await save();
    await waitFor(() => expect(sent(calls, 'AdministerPage').at(-1)).toMatchObject({ expectedVersion: 4 }));
    expect(inputOf(calls)).toMatchObject({ displayName: 'Name of one!' });
  });

  it('does not say that a change failed if only the list could not be read again', async () => {
    let list: FakeAnswer = listed([page('one')]);
    fakeApi({
      'GRAPH AdminPages': () => list,
      'GRAPH ChangePageState': () => {
        list = graphRefusal('UNAVAILABLE', 503, 'Not now.');
        return changedTo({ state: 'INACTIVE' });
      },
    });
    await openTab();
    await userEvent.selectOptions((await rowOf('Name of one')).getByLabelText(/^State of/), 'INACTIVE');
    await answerQuestion(true);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load pages');
    expect(screen.queryByText('Failed to update page state')).toBeNull();
  });

  it('asks before the owner loses the page', async () => {
    const { calls, panel, save } = await edit({
      'GRAPH AdministerPage': changedTo({ state: 'UNCLAIMED', owner: null }),
    });
    await userEvent.selectOptions(panel.getByLabelText('State'), 'UNCLAIMED');
    await save();
    expect(await answerQuestion(false)).toContain('Take “');
    expect(inputOf(calls)).toBeUndefined();
    await save();
    await answerQuestion(true);
    expect(inputOf(calls)).toMatchObject({ state: 'UNCLAIMED' });
  });
});

const FIGURES = {
  adminPage: {
    __typename: 'Page',
    id: 'one',
    adminAnalytics: {
      __typename: 'AdminPageAnalytics',
      totalEvents: 4_321,
      eventsByType: [
        { __typename: 'EventTypeCount', type: 'VIEW', count: 7 },
        { __typename: 'EventTypeCount', type: 'CLICK_CALL', count: 5 },
      ],
      days: [
        { __typename: 'DayTotal', date: '2026-11-21', count: 12 },
        { __typename: 'DayTotal', date: '2026-11-20', count: 0 },
      ],
      recentEvents: [
        {
          ...{ __typename: 'Event', id: 'e1', type: 'CLICK_CUSTOM_FIELD', customField: 'Tarif' },
          ...{ country: 'FR', createdAt: '2026-11-21T10:00:00Z' },
        },
      ],
      topReferrers: [{ __typename: 'ReferrerCount', referrer: 'taxi.example', count: 3 }],
      topCountries: [{ __typename: 'CountryCount', country: 'BE', count: 2 }],
    },
  },
};

describe('the figures of a page', () => {
  const open = async (answer: FakeAnswer | (() => FakeAnswer)) => {
    fakeApi({ 'GRAPH AdminPages': listed([page('one')]), 'GRAPH AdminPageFigures': answer });
    await openTab();
    await chooseOf('Name of one', 'Analytics');
    return within(await screen.findByRole('dialog', { name: 'Analytics of Name of one' }));
  };

  it('show the total, the types, the latest, the days, the sites and the countries', async () => {
    const dialog = await open(graphAnswer(FIGURES));
    expect(await dialog.findByText('4,321')).toBeDefined();
    for (const words of ['Views', 'Calls', 'Tarif', 'France', 'taxi.example', 'Belgium']) {
      expect(dialog.getAllByText(new RegExp(words.replace(/s$/, ''))).length).toBeGreaterThan(0);
    }
    expect(dialog.getAllByRole('row', { hidden: true })).toHaveLength(3);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['en', 'fr'] as const)('show a failure in English in either language: %s', async (language) => {
    let answer = graphRefusal('UNAVAILABLE', 503, 'Other words.');
    const dialog = await open(() => answer);
    await chooseLanguage(language);
    expect((await dialog.findByRole('alert')).textContent).toContain('Failed to load analytics for page one');
    answer = graphAnswer(FIGURES);
    await userEvent.click(dialog.getByRole('button', { name: language === 'en' ? 'Try again' : 'Réessayer' }));
    expect(await dialog.findByText('taxi.example')).toBeDefined();
  });
});

it('shows the filters in a sheet on phones', async () => {
  fakeApi({ 'GRAPH AdminPages': listed([page('one')], { tallies: [tally('ACTIVE', true, 1)] }) });
  const router = await openTab('/admin?state=ACTIVE');
  await rowOf('Name of one');
  await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Filter by owner' }), 'UNCLAIMED');
  expect(router.state.location.search).toBe('?state=ACTIVE&claimed=UNCLAIMED');
  await userEvent.click(sheet.getByRole('button', { name: /^Show/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
