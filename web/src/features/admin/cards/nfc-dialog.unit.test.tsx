import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginAnew, create, made, open, results, WORKBOOK, workbook } from '../../../testing/bulk-tab.tsx';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import NfcDialog from './nfc-dialog.tsx';

const pages = [
  { id: 'aaa', displayName: 'Lyon 1' },
  { id: 'bbb', displayName: 'Lyon 2' },
];
const link = (id: string) => `${window.location.origin}/d/${id}?s=nfc`;

/** Fake cards that are in range at once, with their content. */
class FakeReader extends EventTarget {
  static readonly cards: string[] = [];
  static readonly locked: string[] = [];
  static refusal: DOMException | undefined;
  static found: string | undefined;

  async write({ records }: { records: { data: string }[] }) {
    if (FakeReader.refusal !== undefined) throw FakeReader.refusal;
    FakeReader.cards.push(records[0]?.data ?? '');
  }
  async scan() {
    const data = new DataView(new TextEncoder().encode(FakeReader.found ?? FakeReader.cards.at(-1)).buffer);
    const reading = Object.assign(new Event('reading'), { message: { records: [{ recordType: 'url', data }] } });
    queueMicrotask(() => this.dispatchEvent(reading));
  }
  async makeReadOnly() {
    FakeReader.locked.push(FakeReader.cards.at(-1) ?? '');
  }
}

beforeEach(() => {
  beginAnew();
  FakeReader.cards.length = 0;
  FakeReader.locked.length = 0;
  FakeReader.refusal = undefined;
  FakeReader.found = undefined;
  window.NDEFReader = FakeReader as unknown as NonNullable<typeof window.NDEFReader>;
});
afterEach(() => {
  delete window.NDEFReader;
});

const show = async () => {
  await renderScreen(() => <NfcDialog list="series-1" pages={pages} onClose={vi.fn()} />, '/admin');
  return within(await screen.findByRole('dialog', { name: 'Write NFC cards' }));
};

it('writes every card, reads it back, and locks it if chosen', async () => {
  const dialog = await show();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Lock each card' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('aaa'), link('bbb')]);
  expect(FakeReader.locked).toEqual([link('aaa'), link('bbb')]);
});

it('does not lock by default', async () => {
  const dialog = await show();
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.locked).toEqual([]);
});

it('stops at a card with other content, and never locks it', async () => {
  const dialog = await show();
  FakeReader.found = 'https://elsewhere.example/';
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Lock each card' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('does not hold the link');
  expect(dialog.getByText('Lyon 1')).toBeDefined();
  expect(FakeReader.locked).toEqual([]);
  FakeReader.found = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('aaa'), link('aaa'), link('bbb')]);
});

it('continues after a break with the cards that are not written, and offers skipped ones again', async () => {
  const first = await show();
  await userEvent.click(first.getByRole('button', { name: 'Skip this card' }));
  await userEvent.click(first.getByRole('button', { name: 'Start' }));
  expect(await first.findByText('1 card is still to be written.')).toBeDefined();
  cleanup();
  const second = await show();
  expect(second.getByText('Lyon 1')).toBeDefined();
  await userEvent.click(second.getByRole('button', { name: 'Start' }));
  expect(await second.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('bbb'), link('aaa')]);
  expect(JSON.stringify(localStorage)).not.toContain('aaa');
  await userEvent.click(second.getByRole('button', { name: 'Write all again' }));
  expect(second.getByText('Lyon 1')).toBeDefined();
});

it('shows an error if NFC is not permitted', async () => {
  const dialog = await show();
  FakeReader.refusal = new DOMException('No.', 'NotAllowedError');
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('was not allowed to use NFC');
});

it.each([true, false])('is offered only if the browser supports it: %s', async (can) => {
  if (!can) delete window.NDEFReader;
  fakeApi({ 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
  await open();
  await create();
  const list = await results();
  expect(list.queryByRole('button', { name: 'Write NFC cards' }) !== null).toBe(can);
  if (!can) return;
  await userEvent.click(list.getByRole('button', { name: 'Write NFC cards' }));
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Write NFC cards' })).toBeDefined());
});
