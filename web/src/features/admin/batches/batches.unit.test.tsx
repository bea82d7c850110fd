import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { PrintStatus } from '../../../print/print-status.tsx';
import { answerQuestion } from '../../../testing/answer-question.ts';
import {
  type FakeAnswer,
  fakeApi,
  graphAnswer,
  graphRefusal,
  type SentCall,
  variablesOf,
} from '../../../testing/fake-api.ts';
import { fakeDownloads } from '../../../testing/fake-downloads.ts';
import { signInAsAdmin } from '../../../testing/pages-tab.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import CreationTab from '../creation-tab.tsx';
import { UndoToast } from '../undo-toast.tsx';

beforeEach(signInAsAdmin);

const BY = { __typename: 'User', id: 'u1', username: 'ana' };
const STAGES = ['ORDERED', 'PRINTED', 'WRITTEN', 'CHECKED', 'SHIPPED'];
const row = {
  __typename: 'Batch',
  id: 'b1',
  note: 'Lyon',
  madeAt: '2026-11-22T09:00:00.000Z',
  size: 12,
  version: 4,
  madeBy: BY,
  stages: STAGES.map((stage, index) => ({ __typename: 'StageCount', stage, count: [10, 2, 0, 0, 0][index] })),
};
const change = (version: number, stage?: string, numbers: number[] = []) => ({
  __typename: 'BatchChange',
  version,
  changedAt: '2026-11-22T10:00:00.000Z',
  by: BY,
  marks: stage === undefined ? [] : [{ __typename: 'CardMark', stage, numbers }],
  note: null as string | null,
  restoredFrom: null,
});
const whole = graphAnswer({
  batch: {
    ...row,
    cards: Array.from({ length: 12 }, (_, place) => ({
      __typename: 'BatchCard',
      number: place + 1,
      stage: place < 2 ? 'PRINTED' : 'ORDERED',
      page: { __typename: 'Page', id: `page-${place + 1}`, displayName: `Lyon ${place + 1}` },
    })),
    history: [change(4, 'PRINTED', [2]), change(3, 'PRINTED', [1]), change(2, 'ORDERED', [1]), change(1)],
  },
});
const marked = (unknown: number[] = []): FakeAnswer =>
  graphAnswer({ markCards: { __typename: 'MarkedCards', batch: row, unknown } });

const Tab = () => (
  <>
    <PrintStatus />
    <CreationTab />
    <UndoToast />
  </>
);
const open = (at = '?tab=batches&batch=b1') => renderScreen(Tab, '/admin', `/admin${at}`);
const sent = (calls: readonly SentCall[], name: string) =>
  calls.filter(({ body }) => (body as { operationName?: string } | undefined)?.operationName === name).map(variablesOf);

const historyLines = () => within(screen.getByRole('group')).getAllByRole('listitem');

it('lists batches with their stages, and opens one', async () => {
  const calls = fakeApi({
    'GRAPH AdminBatches': graphAnswer({
      batches: {
        __typename: 'BatchConnection',
        nodes: [row],
        totalCount: 1,
        pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
      },
    }),
    'GRAPH AdminBatch': whole,
  });
  await open('?tab=batches&note=lyon&stage=PRINTED&order=-SIZE');
  expect(await screen.findByText('Ordered 10 · Printed 2')).toBeDefined();
  expect(sent(calls, 'AdminBatches')).toEqual([
    { first: 25, filter: { search: 'lyon', stage: 'PRINTED' }, orderBy: 'SIZE', descending: true },
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Lyon' }));
  expect(await screen.findByRole('heading', { name: 'Lyon' })).toBeDefined();
});

it('marks the selected cards, and marks each as it was before if that is undone', async () => {
  const calls = fakeApi({ 'GRAPH AdminBatch': whole, 'GRAPH MarkCards': marked() });
  await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select card 2' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select card 3' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'New stage' }), 'CHECKED');
  await userEvent.click(screen.getByRole('button', { name: 'Mark 2 cards' }));
  expect(await screen.findByText('2 cards marked: Checked')).toBeDefined();
  expect(sent(calls, 'MarkCards')).toEqual([{ id: 'b1', stage: 'CHECKED', numbers: [2, 3] }]);
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone.')).toBeDefined();
  expect(sent(calls, 'MarkCards').slice(1)).toEqual([
    { id: 'b1', stage: 'ORDERED', numbers: [3] },
    { id: 'b1', stage: 'PRINTED', numbers: [2] },
  ]);
});

it('offers no marking without a selection, and asks before more than 20 cards are marked', async () => {
  const cards = Array.from({ length: 21 }, (_, place) => ({
    __typename: 'BatchCard',
    number: place + 1,
    stage: 'ORDERED',
    page: { __typename: 'Page', id: `page-${place + 1}`, displayName: '' },
  }));
  const large = graphAnswer({ batch: { ...row, size: 21, cards, history: [] } });
  const calls = fakeApi({ 'GRAPH AdminBatch': large, 'GRAPH MarkCards': marked() });
  await open();
  const all = await screen.findByRole('checkbox', { name: 'Select all cards shown' });
  expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull();
  await userEvent.click(all);
  for (const yes of [false, true]) {
    await userEvent.click(screen.getByRole('button', { name: 'Mark 21 cards' }));
    expect(await answerQuestion(yes)).toContain('Mark 21 cards as: Printed?');
    expect(sent(calls, 'MarkCards')).toHaveLength(yes ? 1 : 0);
  }
});

it('exports the chosen cards with their stages, and lists the keys of the table', async () => {
  const files = fakeDownloads();
  fakeApi({ 'GRAPH AdminBatch': whole });
  await open();
  await screen.findByRole('checkbox', { name: 'Select card 2' });
  await userEvent.keyboard('?');
  expect(await screen.findByText('Select the row')).toBeDefined();
  expect(screen.queryByText('Search the list')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close shortcuts' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select card 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Export…' }));
  await userEvent.click(await screen.findByRole('button', { name: /CSV/ }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]?.file.text())?.split('\r\n')[1]).toBe('2,Lyon 2,page-2,PRINTED');
});

it('marks the cards of a pasted list, and reports each line it cannot use', async () => {
  const calls = fakeApi({ 'GRAPH AdminBatch': whole, 'GRAPH MarkCards': marked([1]) });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Read a list…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark the cards of a list' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Mark these cards' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('contains no card');
  await userEvent.click(dialog.getByRole('textbox', { name: 'Or paste the lines' }));
  await userEvent.paste(
    'Id;Link\n1;https://x.example/d/page-1\n2;https://x.example/d/other\n3;https://x.example/d/page-1',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Mark these cards' }));
  expect(await dialog.findByText('1 card of the list is at this stage.')).toBeDefined();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 3: “https://x.example/d/other” is no card of this batch.',
    'Line 4: “https://x.example/d/page-1” stands further up already.',
  ]);
  const references = ['https://x.example/d/page-1', 'https://x.example/d/other'];
  expect(sent(calls, 'MarkCards')).toEqual([{ id: 'b1', stage: 'WRITTEN', references }]);
});

it('reads a file as a spreadsheet saves it', async () => {
  fakeApi({ 'GRAPH AdminBatch': whole });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Read a list…' }));
  const file = new File([new Uint8Array([0xff, 0xfe, 0x61, 0, 0x09, 0, 0xe9, 0])], 'cards.txt', { type: 'text/plain' });
  await userEvent.upload(await screen.findByLabelText('A CSV file'), file);
  const pasted = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Or paste the lines' });
  await waitFor(() => expect(pasted.value).toContain('a\té'));
});

it('tells that a file cannot be read, and reads it when it is chosen again', async () => {
  fakeApi({ 'GRAPH AdminBatch': whole });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Read a list…' }));
  const input = await screen.findByLabelText('A CSV file');
  const away = new File(['a'], 'cards.txt', { type: 'text/plain' });
  vi.spyOn(away, 'arrayBuffer').mockRejectedValueOnce(new DOMException('away', 'NotReadableError'));
  await userEvent.upload(input, away);
  expect((await screen.findByRole('alert')).textContent).toContain('could not be read');
  expect(input).toHaveProperty('value', '');
  await userEvent.upload(input, away);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Or paste the lines' })).toHaveProperty('value', 'a'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('joins marks of one stage in a row in its history, and puts a version back', async () => {
  const calls = fakeApi({ 'GRAPH AdminBatch': whole, 'GRAPH RestoreBatch': graphAnswer({ restoreBatch: row }) });
  await open();
  await userEvent.click(await screen.findByText('History of the batch'));
  const lines = historyLines();
  expect(lines.map(({ textContent }) => textContent?.replace(/^.*ana /, ''))).toEqual([
    'Printed 2',
    'Ordered 1Put back this version',
    'Batch createdPut back this version',
  ]);
  await userEvent.click(within(lines[1] as HTMLElement).getByRole('button', { name: 'Put back this version' }));
  await waitFor(() => expect(sent(calls, 'RestoreBatch')).toEqual([{ id: 'b1', version: 2 }]));
});

it('changes the note of a batch, shows what the server refuses, and tells both in the history', async () => {
  const history = [{ ...change(6), note: '' }, { ...change(5), note: 'Nice' }, change(1)];
  const noted = graphAnswer({ batch: { ...row, note: '', version: 6, cards: [], history } });
  let answer = graphRefusal('VALIDATION_FAILED', 400, 'Not with this note.', 'note');
  const calls = fakeApi({ 'GRAPH AdminBatch': noted, 'GRAPH ChangeBatchNote': () => answer });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rename the batch' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename the batch' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Nizza');
  await userEvent.click(dialog.getByRole('button', { name: 'Save the name' }));
  expect(await dialog.findAllByText('Not with this note.')).not.toHaveLength(0);
  answer = graphAnswer({ changeBatchNote: { ...row, note: 'Nizza', version: 7 } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save the name' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, 'ChangeBatchNote')).toEqual(Array(2).fill({ id: 'b1', note: 'Nizza' }));
  expect(sent(calls, 'AdminBatch')).toHaveLength(2);
  await userEvent.click(screen.getByText('History of the batch'));
  expect(historyLines().map(({ textContent }) => textContent?.replace(/^.*ana /, ''))).toEqual([
    'Name removed',
    'Name: “Nice”Put back this version',
    'Batch createdPut back this version',
  ]);
});

it('offers to mark cards as printed once their file is made, and not for a list of links', async () => {
  const downloads = fakeDownloads();
  const calls = fakeApi({ 'GRAPH AdminBatch': whole, 'GRAPH MarkCards': marked() });
  await open();
  for (const [product, offered] of [
    ['links', false],
    ['codes', true],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: 'Print 12 cards…' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'What to make' }), product);
    await userEvent.click(screen.getByRole('button', { name: 'Make the file' }));
    await screen.findByText('The file with 12 pages is made and downloaded.');
    const button = screen.queryByRole('button', { name: 'Mark as printed' });
    expect(button !== null).toBe(offered);
    await userEvent.click(button ?? screen.getByRole('button', { name: 'Close' }));
  }
  await waitFor(() => expect(sent(calls, 'MarkCards')).toHaveLength(1));
  expect(sent(calls, 'MarkCards')[0]).toMatchObject({ id: 'b1', stage: 'PRINTED' });
  expect(downloads).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as printed' })).toBeNull());
});
