import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginAnew, create, made, open, results, WORKBOOK, workbook } from '../../../testing/bulk-tab.tsx';
import { fakeApi, graphAnswer, graphRefusal, type SentCall } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import NfcDialog from './nfc-dialog.tsx';

/** A batch on the server, whose cards have these stages. */
const STAGES: string[] = [];
let version = 1;
let refused = false;
const NAMES = ['aaa', 'bbb'];
const row = () => ({
  __typename: 'Batch',
  id: 'batch-1',
  note: 'Lyon',
  madeAt: '2026-11-22T09:00:00.000Z',
  size: 2,
  version,
  madeBy: { __typename: 'User', id: 'u1', username: 'ana' },
  stages: [],
});
const server = {
  'GRAPH AdminBatch': () =>
    graphAnswer({
      batch: {
        ...row(),
        cards: NAMES.map((id, place) => ({
          __typename: 'BatchCard',
          number: place + 1,
          stage: STAGES[place],
          page: { __typename: 'Page', id, displayName: `Lyon ${place + 1}` },
        })),
        history: [],
      },
    }),
  'GRAPH MarkCards': ({ body }: SentCall) => {
    if (refused) return graphRefusal('UNAVAILABLE', 503, '');
    for (const number of (body as { variables: { numbers: number[] } }).variables.numbers) {
      STAGES[number - 1] = 'WRITTEN';
    }
    version += 1;
    return graphAnswer({ markCards: { __typename: 'MarkedCards', batch: row(), unknown: [] } });
  },
};
const link = (id: string) => `${window.location.origin}/d/${id}?s=nfc`;

/** Fake cards that are in range at once, with their content. */
class FakeReader extends EventTarget {
  static readonly cards: string[] = [];
  static readonly locked: string[] = [];
  static refusal: DOMException | undefined;
  static found: string | undefined;
  /** Serial number of the card in range at each reading, by default the same one. */
  static readonly serials: string[] = [];

  async write({ records }: { records: { data: string }[] }) {
    if (FakeReader.refusal !== undefined) throw FakeReader.refusal;
    FakeReader.cards.push(records[0]?.data ?? '');
  }
  async scan() {
    const data = new DataView(new TextEncoder().encode(FakeReader.found ?? FakeReader.cards.at(-1)).buffer);
    const serialNumber = FakeReader.serials.shift() ?? '04:a1';
    const reading = Object.assign(new Event('reading'), {
      serialNumber,
      message: { records: [{ recordType: 'url', data }] },
    });
    queueMicrotask(() => this.dispatchEvent(reading));
  }
  async makeReadOnly() {
    FakeReader.locked.push(FakeReader.cards.at(-1) ?? '');
  }
}

beforeEach(() => {
  beginAnew();
  fakeApi(server);
  STAGES.splice(0, 2, 'ORDERED', 'PRINTED');
  version = 1;
  refused = false;
  FakeReader.cards.length = 0;
  FakeReader.locked.length = 0;
  FakeReader.serials.length = 0;
  FakeReader.refusal = undefined;
  FakeReader.found = undefined;
  window.NDEFReader = FakeReader as unknown as NonNullable<typeof window.NDEFReader>;
});
afterEach(() => {
  delete window.NDEFReader;
});

const show = async () => {
  await renderScreen(() => <NfcDialog batch="batch-1" onClose={vi.fn()} />, '/admin');
  const dialog = within(await screen.findByRole('dialog', { name: 'Write NFC cards' }));
  await waitFor(() => expect(dialog.queryByText('Loading the cards to write')).toBeNull());
  return dialog;
};

it('writes every card, reads it back, and locks it if chosen', async () => {
  const dialog = await show();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Lock each card' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('aaa'), link('bbb')]);
  expect(FakeReader.locked).toEqual([link('aaa'), link('bbb')]);
});

it('says that another card was locked, and does not count the card as written', async () => {
  const dialog = await show();
  FakeReader.serials.push('04:a1', '04:b2');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Lock each card' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Another card was locked');
  expect(dialog.getByText('Lyon 1')).toBeDefined();
  expect(STAGES).toEqual(['ORDERED', 'PRINTED']);
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

it('continues on another device with the cards that are not written, and offers skipped ones again', async () => {
  const first = await show();
  await userEvent.click(first.getByRole('button', { name: 'Skip this card' }));
  await userEvent.click(first.getByRole('button', { name: 'Start' }));
  expect(await first.findByText('1 card is still to be written.')).toBeDefined();
  cleanup();
  localStorage.clear();
  const second = await show();
  expect(second.getByText('Lyon 1')).toBeDefined();
  await userEvent.click(second.getByRole('button', { name: 'Start' }));
  expect(await second.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('bbb'), link('aaa')]);
  expect(STAGES).toEqual(['WRITTEN', 'WRITTEN']);
  cleanup();
  expect((await show()).getByText('All cards are written.')).toBeDefined();
});

it('does not write a card again whose mark was lost', async () => {
  const dialog = await show();
  refused = true;
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('the server could not note it');
  refused = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('aaa'), link('bbb')]);
});

it('marks a card whose mark was lost with the next one, also after it was skipped', async () => {
  const dialog = await show();
  refused = true;
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  await dialog.findByRole('alert');
  await userEvent.click(dialog.getByRole('button', { name: 'Skip this card' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(FakeReader.cards).toEqual([link('aaa'), link('bbb')]));
  await dialog.findByRole('alert');
  refused = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('aaa'), link('bbb')]);
  expect(STAGES).toEqual(['WRITTEN', 'WRITTEN']);
});

it('does not ask again for a marked card if the cards of others cannot be read', async () => {
  const dialog = await show();
  // Somebody else was there.
  version += 1;
  fakeApi({ ...server, 'GRAPH AdminBatch': graphRefusal('UNAVAILABLE', 503, '') });
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('aaa'), link('bbb')]);
});

it('leaves out cards that another phone has written meanwhile', async () => {
  const dialog = await show();
  STAGES[1] = 'WRITTEN';
  version += 1;
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByText('All cards are written.')).toBeDefined();
  expect(FakeReader.cards).toEqual([link('aaa')]);
});

it('shows an error if NFC is not permitted', async () => {
  const dialog = await show();
  FakeReader.refusal = new DOMException('No.', 'NotAllowedError');
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('was not allowed to use NFC');
});

describe('from the code of a card', () => {
  const byCode = async () => {
    const dialog = await show();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Start from the code of each card' }));
    return dialog;
  };
  const type = async (dialog: Awaited<ReturnType<typeof show>>, text: string) => {
    const field = dialog.getByRole('textbox', { name: 'Number or ID on the back' });
    await userEvent.clear(field);
    await userEvent.type(field, text);
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  };

  it.each(['2', 'bbb', '2 · bbb', 'https://volant.example/d/bbb?s=qr'])('writes the card named by %s', async (text) => {
    const dialog = await byCode();
    await type(dialog, text);
    expect(await dialog.findByText('Card 2 · bbb: chip and code agree.')).toBeDefined();
    expect([FakeReader.cards, STAGES]).toEqual([[link('bbb')], ['ORDERED', 'WRITTEN']]);
  });

  it('compares a card that is written, and says whether its chip leads to the page of its code', async () => {
    STAGES[1] = 'WRITTEN';
    const dialog = await byCode();
    FakeReader.found = link('aaa');
    await type(dialog, '2');
    expect((await dialog.findByRole('alert')).textContent).toContain('Chip and code do not agree');
    FakeReader.found = link('bbb');
    await type(dialog, '2');
    expect(await dialog.findByText('Card 2 · bbb: chip and code agree.')).toBeDefined();
    expect(FakeReader.cards).toEqual([]);
  });

  it('knows no card of another batch', async () => {
    const dialog = await byCode();
    await type(dialog, 'https://volant.example/d/zzz');
    expect(dialog.getByText('No card of this batch has this code.')).toBeDefined();
    expect(FakeReader.cards).toEqual([]);
  });

  it('reads the code with the camera', async () => {
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = async () => [{ rawValue: 'https://volant.example/d/bbb?s=qr' }];
      },
    );
    const track = { stop: vi.fn() };
    Object.assign(navigator, { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track] }) } });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const dialog = await byCode();
    await userEvent.click(dialog.getByRole('button', { name: 'Scan the code' }));
    expect(await dialog.findByText('Card 2 · bbb: chip and code agree.')).toBeDefined();
    expect(track.stop).toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'mediaDevices');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

it.each([true, false])('is offered only if the browser supports it: %s', async (can) => {
  if (!can) delete window.NDEFReader;
  fakeApi({ ...server, 'GRAPH CreatePages': made('aaa'), [WORKBOOK]: workbook });
  await open();
  await create();
  const list = await results();
  expect(list.queryByRole('button', { name: 'Write NFC cards' }) !== null).toBe(can);
  if (!can) return;
  await userEvent.click(list.getByRole('button', { name: 'Write NFC cards' }));
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Write NFC cards' })).toBeDefined());
});
