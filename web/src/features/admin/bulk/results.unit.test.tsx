import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../session/session.ts';
import { answerQuestion } from '../../../testing/answer-question.ts';
import {
  beginAnew,
  copied,
  create,
  generator,
  made,
  open,
  results,
  saved,
  sent,
  type,
  WORKBOOK,
  workbook,
} from '../../../testing/bulk-tab.tsx';
import { fakeApi, graphAnswer } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/samples.ts';

beforeEach(beginAnew);

describe('the list of created pages', () => {
  it('has links to open and to copy, one or all', async () => {
    fakeApi({ 'GRAPH CreatePages': made('aaa', 'bbb'), [WORKBOOK]: workbook });
    await open();
    const person = userEvent.setup();
    await create();
    const list = await results();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    expect(list.getByText('2 pages were created.')).toBeDefined();
    expect(list.getByRole('link', { name: /Lyon 1/ }).getAttribute('href')).toBe('/d/aaa');
    await person.click(list.getByRole('button', { name: 'Copy the link to Lyon 2' }));
    await person.click(list.getByRole('button', { name: 'Copy all links' }));
    expect(copied).toEqual([
      `${window.location.origin}/d/bbb`,
      `${window.location.origin}/d/aaa\n${window.location.origin}/d/bbb`,
    ]);
    expect(await list.findByRole('button', { name: 'Links copied' })).toBeDefined();
  });

  it('downloads a workbook automatically and on request, named with a timestamp', async () => {
    const calls = fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
    await open();
    await create();
    await waitFor(() => expect(saved).toEqual(['pages-2026-11-22T09-00-00.xlsx']));
    await userEvent.click((await results()).getByRole('button', { name: 'Download the workbook' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    const downloads = calls.filter(({ path }) => path.startsWith('/api/admin/exports/'));
    expect(downloads.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer token-1', 'Bearer token-1']);
  });

  it('shows an error if the workbook is unavailable, and keeps the links', async () => {
    fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: { status: 404, body: { error: '', code: 'GONE' } } });
    await open();
    await create();
    const list = await results();
    expect((await list.findByRole('alert')).textContent).toContain('The workbook could not be downloaded');
    expect(list.getByRole('link', { name: /Lyon 1/ })).toBeDefined();
  });

  it('keeps the series made before, each with its own links', async () => {
    let series = 0;
    const one = (name: string) =>
      graphAnswer({
        createPages: {
          __typename: 'PageSeries',
          workbookId: `book-${name}`,
          pages: [{ __typename: 'Page', id: name, displayName: '' }],
        },
      });
    fakeApi({ 'GRAPH CreatePages': () => one((series++).toString()) });
    await open();
    await create();
    await results();
    await create();
    await waitFor(async () =>
      expect(
        (await results()).getAllByRole('link', { name: /new tab/ }).map((link) => link.getAttribute('href')),
      ).toEqual(['/d/1', '/d/0']),
    );
  });

  it('asks before it creates a hundred pages or more', async () => {
    const calls = fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
    await open();
    await type(await generator(), 'How many pages', '1000');
    await create();
    expect(await answerQuestion(false)).toContain('Create 1,000 pages?');
    expect(sent(calls, 'CreateSomePages')).toEqual([]);
    await create();
    await answerQuestion(true);
    await waitFor(() => expect(sent(calls, 'CreateSomePages')).toHaveLength(1));
  });

  it('is shown ten at a time, with a link to its batch', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `page-${index}`);
    fakeApi({ 'GRAPH CreatePages': made(...ids), [WORKBOOK]: workbook });
    await open();
    await create();
    const list = await results();
    expect(list.getAllByRole('listitem')).toHaveLength(10);
    await userEvent.click(list.getByRole('button', { name: 'Show more (110 left)' }));
    expect(list.getAllByRole('listitem')).toHaveLength(20);
    expect(list.getByRole('link', { name: 'Open the batch' }).getAttribute('href')).toBe(
      '/admin?tab=bulk&batch=book-1',
    );
  });

  it('is hidden from the next user, and can be cleared', async () => {
    fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
    await open();
    await create();
    await userEvent.click((await results()).getByRole('button', { name: 'Clear the list' }));
    expect(screen.queryByRole('region', { name: 'Created pages' })).toBeNull();
    await create();
    await results();
    startSession({ token: 'token-2', user: { ...sampleSession.user, id: 'other', role: 'ADMIN' } }, false);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Created pages' })).toBeNull());
  });
});
