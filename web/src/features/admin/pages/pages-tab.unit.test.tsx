import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../../i18n/i18n.ts';
import { BLOCK } from '../../../lists/long-table-window.ts';
import { answerQuestion } from '../../../testing/answer-question.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal } from '../../../testing/fake-api.ts';
import { chooseOf, listed, openTab, page, rowOf, sent, signInAsAdmin, tally } from '../../../testing/pages-tab.ts';
import { UndoToast } from '../undo-toast.tsx';

beforeEach(signInAsAdmin);
afterEach(() => vi.restoreAllMocks());

const TALLIES = [tally('ACTIVE', true, 1_200), tally('ACTIVE', false, 30), tally('UNCLAIMED', false, 500)];
const TWO = [page('one'), page('two', { displayName: '', owner: null, claimed: false, state: 'UNCLAIMED' })];
const changed = (...nodes: object[]) => graphAnswer({ administerPage: nodes[0] });
const stateOf = async (name: string) =>
  (await rowOf(name)).getByRole<HTMLSelectElement>('combobox', { name: `State of ${name}` });

describe('the list', () => {
  it('shows each page with its owner, and the total number', async () => {
    const calls = fakeApi({ 'GRAPH AdminPages': listed(TWO, { totalCount: 1_730 }) });
    await openTab();
    const one = await rowOf('Name of one');
    expect(one.getByText('ana')).toBeDefined();
    expect(one.getByText('ana@example.org')).toBeDefined();
    expect(one.getByText('1,234')).toBeDefined();
    expect((await rowOf('No name')).getByText('No owner')).toBeDefined();
    expect(screen.getByText('1,730 pages')).toBeDefined();
    expect(calls.map(({ path }) => path)).toEqual(['/graphql']);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1731');
  });

  it('keeps search and filters in the address, and combines them', async () => {
    const calls = fakeApi({ 'GRAPH AdminPages': listed(TWO, { tallies: TALLIES }) });
    const router = await openTab('/admin?search=zo%C3%A9&state=ACTIVE&tab=pages');
    await rowOf('Name of one');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('zoé');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by owner' }), 'CLAIMED');
    expect(router.state.location.search).toBe('?search=zo%C3%A9&state=ACTIVE&tab=pages&claimed=CLAIMED');
    await waitFor(() =>
      expect(sent(calls, 'AdminPages').at(-1)).toMatchObject({
        filter: { search: 'zoé', state: 'ACTIVE', claimed: 'CLAIMED' },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(router.state.location.search).toBe('?tab=pages');
    await waitFor(() => expect(sent(calls, 'AdminPages').at(-1)).toEqual({ first: BLOCK, filter: {} }));
  });

  it('shows at each filter how many pages it matches', async () => {
    fakeApi({ 'GRAPH AdminPages': listed(TWO, { tallies: TALLIES }) });
    await openTab('/admin?claimed=CLAIMED');
    await rowOf('Name of one');
    const words = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(words('Filter by state')).toEqual([
      'All 1,200',
      'Active 1,200',
      'Inactive 0',
      'Unclaimed 0',
      'Deactivated 0',
    ]);
    const owners = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter by owner' });
    expect([...owners.options].map(({ textContent }) => textContent)).toEqual([
      'Any owner (1,730)',
      'With owner (1,200)',
      'Without owner (530)',
    ]);
    expect(owners.value).toBe('CLAIMED');
  });

  it('keeps its rows while another list loads, and debounces typing', async () => {
    let answer: (found: FakeAnswer) => void = () => {};
    const calls = fakeApi({
      'GRAPH AdminPages': ({ body }) =>
        'search' in (body as { variables: { filter: object } }).variables.filter
          ? new Promise((resolve) => {
              answer = resolve;
            })
          : listed(TWO),
    });
    await openTab();
    await rowOf('Name of one');
    await userEvent.type(screen.getByRole('searchbox'), 'xyz');
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true'));
    expect(screen.getByText('Name of one')).toBeDefined();
    answer(listed([page('three')]));
    await rowOf('Name of three');
    expect(screen.queryByText('Name of one')).toBeNull();
    expect(sent(calls, 'AdminPages')).toHaveLength(2);
  });

  it('says that there are no results, and offers to clear the filters', async () => {
    fakeApi({ 'GRAPH AdminPages': listed([]) });
    const router = await openTab('/admin?search=nothing');
    expect(await screen.findByText('No page matches.')).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear the filters' }).at(-1) as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByText('There is no page yet.')).toBeDefined();
  });

  it.each(['en', 'fr'] as const)('shows the same error for any failed read: %s', async (language) => {
    let answer: FakeAnswer = graphRefusal('INTERNAL', 500, 'Other words.');
    fakeApi({ 'GRAPH AdminPages': () => answer });
    await openTab();
    await chooseLanguage(language);
    const words = language === 'en' ? 'Failed to load pages' : 'Impossible de charger les pages';
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
    expect(screen.queryByText('Other words.')).toBeNull();
    answer = listed(TWO);
    await userEvent.click(screen.getByRole('button', { name: language === 'en' ? 'Try again' : 'Réessayer' }));
    await rowOf('Name of one');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('opens the public page in a new tab', async () => {
    fakeApi({ 'GRAPH AdminPages': listed(TWO) });
    await openTab();
    await userEvent.click((await rowOf('Name of one')).getByRole('button', { name: 'Actions of Name of one' }));
    const link = await screen.findByText('Open in a new tab', { selector: 'a' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '/d/one',
      '_blank',
      'noopener',
    ]);
  });
});

describe('the state in the row', () => {
  it('is sent after a question about an owner’s page, and updates optimistically', async () => {
    let answer: (found: FakeAnswer) => void = () => {};
    const calls = fakeApi({
      'GRAPH AdminPages': listed(TWO),
      'GRAPH ChangePageState': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await openTab();
    const select = await stateOf('Name of one');
    expect([...select.options].map(({ value }) => value)).toEqual(['UNCLAIMED', 'INACTIVE', 'ACTIVE']);
    await userEvent.selectOptions(select, 'INACTIVE');
    expect(await answerQuestion(true)).toContain('Passengers will no longer see it');
    expect(sent(calls, 'ChangePageState')).toEqual([{ id: 'one', state: 'INACTIVE' }]);
    await waitFor(async () => expect((await stateOf('Name of one')).value).toBe('INACTIVE'));
    const after = page('one', { state: 'INACTIVE' });
    answer(changed(after));
    // The list is refetched, because the page may no longer match the filter.
    await waitFor(() => expect(sent(calls, 'AdminPages')).toHaveLength(2));
  });

  it('reverts if the server refuses it, always with the same message', async () => {
    fakeApi({
      'GRAPH AdminPages': listed(TWO),
      'GRAPH ChangePageState': graphRefusal('CONFLICT', 409, 'Other words.'),
    });
    await openTab();
    await userEvent.selectOptions(await stateOf('Name of one'), 'INACTIVE');
    await answerQuestion(true);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update page state');
    expect(screen.queryByText('Other words.')).toBeNull();
    await waitFor(async () => expect((await stateOf('Name of one')).value).toBe('ACTIVE'));
  });

  it('shows a blocked page', async () => {
    fakeApi({ 'GRAPH AdminPages': listed([page('one', { state: 'DEACTIVATED' })]) });
    await openTab();
    const select = await stateOf('Name of one');
    expect(select.value).toBe('DEACTIVATED');
    expect(select.selectedOptions[0]?.textContent).toBe('Deactivated');
    expect(select.selectedOptions[0]?.disabled).toBe(true);
  });

  it('asks before it takes a page from its owner, and does not ask without one', async () => {
    const calls = fakeApi({
      'GRAPH AdminPages': listed([page('one'), page('two', { owner: null, claimed: false })]),
      'GRAPH ChangePageState': changed(page('one', { state: 'UNCLAIMED', owner: null, claimed: false })),
    });
    await openTab();
    await userEvent.selectOptions(await stateOf('Name of one'), 'UNCLAIMED');
    expect(await answerQuestion(false)).toContain('Take “Name of one” away from its owner?');
    expect(sent(calls, 'ChangePageState')).toEqual([]);
    expect((await stateOf('Name of one')).value).toBe('ACTIVE');

    await userEvent.selectOptions(await stateOf('Name of two'), 'UNCLAIMED');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await userEvent.selectOptions(await stateOf('Name of one'), 'UNCLAIMED');
    await answerQuestion(true);
    expect(sent(calls, 'ChangePageState')).toEqual([
      { id: 'two', state: 'UNCLAIMED' },
      { id: 'one', state: 'UNCLAIMED' },
    ]);
  });
});

it('undoes a change of state from its toast, as a change of the version that it made', async () => {
  const calls = fakeApi({
    'GRAPH AdminPages': listed([page('two', { owner: null, claimed: false })]),
    'GRAPH ChangePageState': changed(page('two', { state: 'INACTIVE', owner: null, claimed: false, version: 4 })),
    'GRAPH ChangePages': graphAnswer({
      changePages: [{ __typename: 'PageChangeOutcome', outcome: 'DONE', version: 5, error: null }],
    }),
  });
  await openTab();
  render(<UndoToast />);
  await userEvent.selectOptions(await stateOf('Name of two'), 'INACTIVE');
  expect(await screen.findByText('Name of two: Inactive')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone.')).toBeDefined();
  expect(sent(calls, 'ChangePages')).toEqual([{ changes: [{ id: 'two', expectedVersion: 4, state: 'ACTIVE' }] }]);
});

it('opens the panel of a page by a click on its row, and ticks it by a click around its box', async () => {
  fakeApi({ 'GRAPH AdminPages': listed(TWO) });
  await openTab();
  const cell = (await rowOf('Name of one')).getByRole('checkbox').closest('td') as HTMLElement;
  await userEvent.click(cell);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(within(cell).getByRole('checkbox')).toHaveProperty('checked', true);
  await userEvent.click((await rowOf('Name of one')).getByText('ana@example.org'));
  expect(await screen.findByRole('dialog', { name: 'Edit Name of one' })).toBeDefined();
});

it('keeps the number of a long name apart, so that it is never cut off', async () => {
  fakeApi({ 'GRAPH AdminPages': listed([page('one', { displayName: 'Aéroports nov. 0012' })]) });
  await openTab();
  const name = await screen.findByText('Aéroports nov.');
  expect([name.nextSibling?.textContent, name.parentElement?.className]).toEqual([' 0012', 'row-name']);
});

describe('deleting a page', () => {
  it('confirms in a browser dialog with page and events, and sends nothing on cancel', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const calls = fakeApi({ 'GRAPH AdminPages': listed(TWO) });
    await openTab();
    await chooseOf('Name of one', 'Delete');
    expect(confirm.mock.lastCall?.[0]).toBe(
      'Delete “Name of one” (one)? This is irreversible: the page and its 1,234 events are deleted for good.',
    );
    expect(calls).toHaveLength(1);
  });

  it('omits events if the page has none', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    fakeApi({ 'GRAPH AdminPages': listed([page('one', { eventCount: 0 })]) });
    await openTab();
    await chooseOf('Name of one', 'Delete');
    expect(confirm.mock.lastCall?.[0]).toBe(
      'Delete “Name of one” (one)? This is irreversible: the page, which has no events, is deleted for good.',
    );
  });

  it('removes the row', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    let nodes = TWO;
    const calls = fakeApi({
      'GRAPH AdminPages': () => listed(nodes),
      'GRAPH DeletePage': () => {
        nodes = TWO.slice(1);
        return graphAnswer({ deletePage: { __typename: 'DeletedPage', id: 'one' } });
      },
    });
    await openTab();
    await chooseOf('Name of one', 'Delete');
    expect(sent(calls, 'DeletePage')).toEqual([{ id: 'one' }]);
    await waitFor(() => expect(screen.queryByText('Name of one')).toBeNull());
    expect(await screen.findByText('1 page')).toBeDefined();
  });

  it.each([
    ['The server’s words.', 'The server’s words.'],
    ['', 'Failed to delete page'],
  ])('on failure keeps the row, and shows %j as %j', async (message, text) => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    fakeApi({ 'GRAPH AdminPages': listed(TWO), 'GRAPH DeletePage': graphRefusal('CONFLICT', 409, message) });
    await openTab();
    await chooseOf('Name of one', 'Delete');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.getByText('Name of one')).toBeDefined();
  });
});

it('is ordered by a column of numbers or dates with the largest first', async () => {
  fakeApi({ 'GRAPH AdminPages': listed(TWO) });
  await openTab();
  for (const name of ['Events', 'Created']) {
    const head = () => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
    await userEvent.click(await screen.findByRole('link', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    await userEvent.click(await screen.findByRole('link', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
  }
});

it('is ordered by a column, and the other way round at the second press', async () => {
  const calls = fakeApi({ 'GRAPH AdminPages': listed(TWO) });
  await openTab();
  const head = () => screen.getByRole('columnheader', { name: /^Name/ });
  await userEvent.click(await screen.findByRole('link', { name: 'Name' }));
  await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
  await userEvent.click(await screen.findByRole('link', { name: /^Name/ }));
  await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
  expect(sent(calls, 'AdminPages')).toEqual([
    { first: 25, filter: {} },
    { first: 25, filter: {}, orderBy: 'NAME', descending: false },
    { first: 25, filter: {}, orderBy: 'NAME', descending: true },
  ]);
  const sortable = screen.getAllByRole('columnheader').filter((one) => one.hasAttribute('aria-sort'));
  expect(sortable.map(({ textContent }) => textContent)).toEqual(['Name↓', 'Owner', 'Events', 'Created', 'State']);
});
