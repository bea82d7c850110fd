import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerQuestion } from '../../../testing/answer-question.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal, type SentCall } from '../../../testing/fake-api.ts';
import { fakeDownloads } from '../../../testing/fake-downloads.ts';
import { fill } from '../../../testing/fill.ts';
import { listed, openTab, page, rowOf, sent, signInAsAdmin } from '../../../testing/pages-tab.ts';
import { UndoToast } from '../undo-toast.tsx';

beforeEach(signInAsAdmin);
afterEach(() => vi.restoreAllMocks());

const FOUR = ['one', 'two', 'three', 'four'].map((id) => page(id));

/** The pages of the walk through everything that matches. */
const toChange = (ids: readonly string[], changes: object = {}) =>
  graphAnswer({
    pages: {
      __typename: 'PageConnection',
      nodes: ids.map((id) => ({
        ...{ __typename: 'Page', id, displayName: `Name of ${id}`, state: 'ACTIVE', version: 3, ownerId: 'ana' },
        ...changes,
      })),
      pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
    },
  });

interface Change {
  readonly id: string;
  readonly expectedVersion: number;
}

/** Changes each page, but for those that are refused. */
const changed =
  (refused: readonly string[] = []) =>
  ({ body }: Pick<SentCall, 'body'>): FakeAnswer => {
    const { changes } = (body as { variables: { changes: readonly Change[] } }).variables;
    return graphAnswer({
      changePages: changes.map(({ id, expectedVersion }) => ({
        __typename: 'PageChange',
        id,
        ...(refused.includes(id)
          ? { outcome: 'REFUSED', version: null, error: 'Changed meanwhile.' }
          : { outcome: 'DONE', version: expectedVersion + 1, error: null }),
      })),
    });
  };

const tick = async (name: string) => userEvent.click((await rowOf(name)).getByRole('checkbox'));
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Name of/ })
    .filter(({ checked }) => checked)
    .map(({ ariaLabel }) => ariaLabel?.replace('Select Name of ', ''));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
async function choose(action: string): Promise<void> {
  await press('Change…');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'What to do?' }), action);
}

describe('the selection', () => {
  it('is extended by Shift and a click, and by Shift and the arrows', async () => {
    fakeApi({ 'GRAPH AdminPages': listed(FOUR) });
    await openTab();
    await tick('Name of one');
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click((await rowOf('Name of three')).getByRole('checkbox'));
    await user.keyboard('{/Shift}');
    await waitFor(() => expect(ticked()).toEqual(['one', 'two', 'three']));
    await press('Clear the selection');
    expect(ticked()).toEqual([]);

    screen.getByText('Name of two', { selector: '.row-name > *' }).closest('tr')?.focus();
    await user.keyboard(' ');
    expect(ticked()).toEqual(['two']);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await waitFor(() => expect(ticked()).toEqual(['two', 'three']));
    expect(screen.getByText('2 pages selected')).toBeDefined();
  });

  it('can be everything that matches, without pages that are unticked, until the filter changes', async () => {
    const calls = fakeApi({
      'GRAPH AdminPages': listed(FOUR, { totalCount: 3_006 }),
      'GRAPH PagesToChange': toChange(['one', 'two', 'far-away']),
      'GRAPH ChangePages': changed(),
    });
    await openTab('/admin?state=ACTIVE');
    render(<UndoToast />);
    await rowOf('Name of one');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select the pages shown' }));
    expect(screen.getByText('4 pages selected')).toBeDefined();
    await press('Select all 3,006 pages that match');
    await tick('Name of two');
    expect(screen.getByText('3,005 pages selected')).toBeDefined();
    await choose('INACTIVE');
    await press('Change 3,005 pages');
    expect(await answerQuestion(true)).toContain('Make inactive: 3,005 pages?');
    expect(await screen.findByText('Make inactive: done for 2 pages')).toBeDefined();
    expect(sent(calls, 'PagesToChange')).toEqual([{ first: 1_000, after: null, filter: { state: 'ACTIVE' } }]);
    expect(sent(calls, 'ChangePages')).toEqual([
      {
        changes: [
          { id: 'one', expectedVersion: 3, state: 'INACTIVE' },
          { id: 'far-away', expectedVersion: 3, state: 'INACTIVE' },
        ],
      },
    ]);
    expect(screen.queryByText(/pages selected/)).toBeNull();
    await press('Undo');
    expect(await screen.findByText('Undone.')).toBeDefined();
    expect(sent(calls, 'ChangePages')[1]).toEqual({
      changes: [
        { id: 'one', expectedVersion: 4, state: 'ACTIVE' },
        { id: 'far-away', expectedVersion: 4, state: 'ACTIVE' },
      ],
    });
  });
});

describe('a change of many pages', () => {
  it('reports each refusal, saves a file, and is undone for the pages that it changed', async () => {
    const files = fakeDownloads();
    const calls = fakeApi({ 'GRAPH AdminPages': listed(FOUR), 'GRAPH ChangePages': changed(['two']) });
    await openTab();
    await tick('Name of one');
    await tick('Name of two');
    await choose('INACTIVE');
    await press('Change 2 pages');
    const refused = await screen.findByRole('row', { name: 'Name of two two Changed meanwhile.' });
    expect(refused).toBeDefined();
    await press('Download the report');
    const [file] = files;
    expect(await file?.file.text()).toContain('two,Name of two,ACTIVE,refused,Changed meanwhile.');
    await press('Undo for 1 page');
    await waitFor(() =>
      expect(sent(calls, 'ChangePages').at(-1)).toEqual({
        changes: [{ id: 'one', expectedVersion: 4, state: 'ACTIVE' }],
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  });

  it('goes on with the same key where an answer was lost', async () => {
    let answer: FakeAnswer | typeof changed = graphRefusal('FORBIDDEN', 403, 'Not now.');
    const calls = fakeApi({
      'GRAPH AdminPages': listed(FOUR),
      'GRAPH ChangePages': (call) => (answer === changed ? changed()(call) : (answer as FakeAnswer)),
    });
    await openTab();
    await tick('Name of one');
    await choose('ACTIVE');
    await press('Change 1 page');
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    answer = changed;
    await press('Continue');
    expect(await screen.findByText('changed')).toBeDefined();
    const keys = calls
      .filter(({ body }) => (body as { operationName: string } | undefined)?.operationName === 'ChangePages')
      .map(({ headers }) => new Headers(headers).get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('goes on with the group that failed alone, though the one after it is done', async () => {
    const ids = Array.from({ length: 1_000 }, (_, place) => `p${place}`);
    let fails = true;
    const calls = fakeApi({
      'GRAPH AdminPages': listed(FOUR, { totalCount: 1_000 }),
      'GRAPH PagesToChange': toChange(ids),
      'GRAPH ChangePages': (call) =>
        fails && JSON.stringify(call.body).includes('"p0"')
          ? graphRefusal('FORBIDDEN', 403, 'Not now.')
          : changed(['p700'])(call),
    });
    await openTab();
    await rowOf('Name of one');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select the pages shown' }));
    await press('Select all 1,000 pages that match');
    await choose('INACTIVE');
    await press('Change 1,000 pages');
    await answerQuestion(true);
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    const counts = () =>
      [...document.querySelectorAll('.change-pages__counts > div')].map(({ textContent }) => textContent);
    expect(counts()).toEqual(['499changed', '1refused', '500not processed yet']);
    fails = false;
    await press('Continue');
    await waitFor(() => expect(counts()).toEqual(['999changed', '1refused']));
    const places = calls
      .filter(({ body }) => (body as { operationName: string } | undefined)?.operationName === 'ChangePages')
      .map(({ headers }) => new Headers(headers).get('idempotency-key')?.split('-').at(-1));
    expect(places.toSorted()).toEqual(['0', '0', '500']);
  });

  it('has a box in the head that says whether none, some or all are selected', async () => {
    fakeApi({ 'GRAPH AdminPages': listed([page('one'), page('two')]) });
    await openTab();
    await rowOf('Name of one');
    const head = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select the pages shown' });
    const shown = () => [head().checked, head().indeterminate];
    expect(shown()).toEqual([false, false]);
    await tick('Name of one');
    expect(shown()).toEqual([false, true]);
    await tick('Name of two');
    expect(shown()).toEqual([true, false]);
    await tick('Name of one');
    await userEvent.click(head());
    expect(shown()).toEqual([false, false]);
    expect(ticked()).toEqual([]);
  });

  it('asks why pages are deactivated, once for all', async () => {
    const calls = fakeApi({ 'GRAPH AdminPages': listed(FOUR), 'GRAPH ChangePages': changed() });
    await openTab();
    render(<UndoToast />);
    await tick('Name of one');
    await choose('DEACTIVATED');
    fill(screen.getByLabelText('Reason for deactivating'), 'Reported by passengers.');
    await press('Change 1 page');
    expect(await screen.findByText('Deactivate: done for 1 page')).toBeDefined();
    expect(sent(calls, 'ChangePages')).toMatchObject([{ commonReason: null, reason: 'Reported by passengers.' }]);
  });

  it('asks before owners lose what they wrote, and does not offer to undo that', async () => {
    const calls = fakeApi({
      'GRAPH AdminPages': listed([page('one'), page('two', { owner: null, claimed: false })]),
      'GRAPH ChangePages': changed(),
    });
    await openTab();
    await tick('Name of one');
    await choose('TAKE');
    await press('Change 1 page');
    expect(await answerQuestion(false)).toContain('What a present owner wrote is erased');
    expect(sent(calls, 'ChangePages')).toEqual([]);
    await press('Change 1 page');
    await answerQuestion(true);
    expect(await screen.findByText(/cannot be given back as it was/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(sent(calls, 'ChangePages')).toEqual([{ changes: [{ id: 'one', expectedVersion: 3, ownerId: null }] }]);
  });
});
