import { gql } from '@apollo/client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apolloClient } from '../../../apollo/client.ts';
import { answerQuestion } from '../../../testing/answer-question.ts';
import {
  beginAnew,
  create,
  generator,
  inputOf,
  keyOf,
  made,
  open,
  results,
  saved,
  sent,
  type,
  WORKBOOK,
  workbook,
} from '../../../testing/bulk-tab.tsx';
import { type FakeAnswer, fakeApi, graphAnswer } from '../../../testing/fake-api.ts';
import { addMadePage, makeSeries } from './bulk-job.ts';

beforeEach(beginAnew);

describe('a series', () => {
  it('is created once, however often it is retried', async () => {
    let lost = true;
    const calls = fakeApi({
      'GRAPH CreatePages': () => {
        if (lost) throw new TypeError('Failed to fetch');
        return made('aaa');
      },
      [WORKBOOK]: workbook,
    });
    await open();
    await create();
    await screen.findByRole('alert');
    await create();
    await waitFor(() => expect(sent(calls, 'CreatePages')).toHaveLength(2));
    lost = false;
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await results();
    const keys = sent(calls, 'CreatePages').map(keyOf);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);

    // The same input after a success is a new series.
    lost = true;
    await create();
    await waitFor(() => expect(sent(calls, 'CreatePages')).toHaveLength(4));
    expect(keyOf(sent(calls, 'CreatePages')[3])).not.toBe(keys[0]);
  });

  it('with other input is a new one', async () => {
    const calls = fakeApi({});
    await open();
    await create();
    await screen.findByRole('alert');
    await type(await generator(), 'How many pages', '11');
    await create();
    await waitFor(() => expect(sent(calls, 'CreatePages')).toHaveLength(2));
    expect(keyOf(sent(calls, 'CreatePages')[1])).not.toBe(keyOf(sent(calls, 'CreatePages')[0]));
  });

  it('continues while the user is elsewhere, and keeps its result', async () => {
    let answer: (answer: FakeAnswer) => void = () => {};
    const calls = fakeApi({
      'GRAPH CreatePages': () =>
        new Promise<FakeAnswer>((resolve) => {
          answer = resolve;
        }),
      [WORKBOOK]: workbook,
    });
    await open();
    await create();
    expect((await screen.findByRole('progressbar')).getAttribute('aria-labelledby')).not.toBeNull();
    expect(screen.getByText('Creating 10 pages…')).toBeDefined();
    cleanup();
    answer(made('aaa'));
    await waitFor(() => expect(saved).toHaveLength(1));
    await open();
    expect((await results()).getByRole('link', { name: /Lyon 1/ })).toBeDefined();
    expect(sent(calls, 'CreatePages')).toHaveLength(1);
  });

  it('is created a hundred pages at a time, so that it shows how many are created', async () => {
    const steps: ((answer: FakeAnswer) => void)[] = [];
    let book: (answer: FakeAnswer) => void = () => {};
    const step = () => new Promise<FakeAnswer>((resolve) => steps.push(resolve));
    const calls = fakeApi({
      'GRAPH CreateSomePages': step,
      'GRAPH CreatePages': step,
      [WORKBOOK]: () => new Promise<FakeAnswer>((resolve) => (book = resolve)),
    });
    await open();
    await type(await generator(), 'How many pages', '203');
    await create();
    await answerQuestion(true);
    const name = 'Creating 203 pages…';
    const done = graphAnswer({ createPages: { __typename: 'PageSeries', workbookId: 'book-1' } });
    const shown = () => screen.getByRole('progressbar', { name }).getAttribute('value');
    for (const [place, answer] of [done, done, made('aaa', 'bbb', 'ccc')].entries()) {
      await waitFor(() => expect(steps).toHaveLength(place + 1));
      await waitFor(() => expect(shown()).toBe(String(place * 100)));
      steps[place]?.(answer);
    }
    const bar = await screen.findByRole('progressbar', { name: /^203 of 203 pages created/ });
    expect(bar.getAttribute('value')).toBe('203');
    const orders = [...sent(calls, 'CreateSomePages'), ...sent(calls, 'CreatePages')];
    expect(orders.map((order) => (inputOf(order) as { from?: number }).from)).toEqual([104, 4, undefined]);
    expect(new Set(orders.map(keyOf)).size).toBe(1);
    book(workbook);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(saved).toHaveLength(1);
  });

  it.each(['pages', 'batches'])('makes lists of %s stale', async (field) => {
    fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
    const query = gql(`{ ${field}(first: 50) { totalCount } }`);
    apolloClient.writeQuery({ query, data: { [field]: { totalCount: 0 } } });
    expect(apolloClient.readQuery({ query })).not.toBeNull();
    await makeSeries(apolloClient, { quantity: 1, state: 'UNCLAIMED', owner: null, prefixNote: '' });
    expect(apolloClient.readQuery({ query })).toBeNull();
  });

  it('leaves room in the storage of the tab, however many are made', async () => {
    fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
    for (let n = 1; n <= 1_010; n += 1) addMadePage(apolloClient, { id: `${n}`, displayName: '' });
    const input = { quantity: 1, state: 'UNCLAIMED', owner: null } as const;
    for (let n = 1; n <= 25; n += 1) await makeSeries(apolloClient, { ...input, prefixNote: `${n}` });
    const [stored] = Object.entries(sessionStorage).flatMap(([key, value]) =>
      key.includes('bulk') ? JSON.parse(value) : [],
    );
    // A series has up to a thousand pages, so that this is a third of what browsers take.
    expect([stored.made.length, stored.byHand.length]).toEqual([20, 1_000]);
    expect(stored.byHand[0].id).toBe('1010');
  });

  it.each(['a reload', 'the end of its tab'])('interrupted by %s resumes under the same key', async (end) => {
    const first = fakeApi({ 'GRAPH CreatePages': () => new Promise<FakeAnswer>(() => {}) });
    await open();
    await create();
    await waitFor(() => expect(sent(first, 'CreatePages')).toHaveLength(1));
    cleanup();
    vi.resetModules();
    const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));
    if (end !== 'a reload') for (const key of drafts) sessionStorage.removeItem(key);
    const again = fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
    const [{ default: Reloaded }, { renderScreen: render }, { restoreSession }] = await Promise.all([
      import('./bulk-tab.tsx'),
      import('../../../testing/render-screen.tsx'),
      import('../../../session/session.ts'),
    ]);
    restoreSession();
    await render(Reloaded, '/admin', '/admin?tab=bulk');
    await results();
    expect(sent(again, 'CreatePages').map(keyOf)).toEqual([keyOf(sent(first, 'CreatePages')[0])]);
    expect(inputOf(sent(again, 'CreatePages')[0])).toEqual(inputOf(sent(first, 'CreatePages')[0]));
  });
});
