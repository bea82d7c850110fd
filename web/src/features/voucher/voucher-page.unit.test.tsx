import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rideHash } from '../../public-page/script/ride-link.ts';
import { endSession } from '../../session/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { type Backup, decryptedBackup, encryptedBackup } from './backup.ts';
import { monthCsv } from './month-csv.ts';
import { type Receipt, type ReceiptDraft, receiptName, receiptOf } from './receipt.ts';
import { addReceipt, addRides, allReceipts, allRides, importReceipts, keepBusiness, type Ride } from './rides-store.ts';
import { type Voucher, voucherHash, ZONES } from './voucher.ts';
import { Component as VoucherPage } from './voucher-page.tsx';

const business = {
  operator: 'Berline Démo',
  operatorPhone: '+33639980001',
  address: '',
  siren: '732829320',
  revtc: 'EVTC069200001',
  zone: ZONES.paris,
};
const NOW = new Date('2026-12-04T08:00:00Z');
const request = rideHash({
  at: `${NOW.getTime() / 1_000 - 600}`,
  day: '2026-12-04',
  time: '10:30',
  from: 'Gare de Lyon-Part-Dieu',
  to: 'Aéroport',
  passengers: '1',
  luggage: '',
  transport: '',
  name: 'Zoé Passagère',
});
const voucher: Voucher = {
  ...business,
  id: '20261204-7KQ2A',
  madeAt: NOW.toISOString(),
  bookedAt: NOW.toISOString(),
  pickUpAt: '2026-12-04T18:00:00.000Z',
  client: 'Ann Démo',
  phone: '+33639980002',
  place: 'Orly',
  destination: '',
  price: '45.50',
  replaces: '',
};

const open = (hash = '') => renderScreen(VoucherPage, '/bon', `/bon${hash}`);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.stubGlobal('indexedDB', new IDBFactory());
  await keepBusiness(business);
  endSession('expired');
  fakeApi({});
  // jsdom has none.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('fills in a request, names what it lacks, and makes the voucher by one tap', async () => {
  await open(request);
  expect((await screen.findByText('Still missing: Telephone of the client.')).textContent).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Name of the client').value).toBe('Zoé Passagère');
  await userEvent.click(screen.getByRole('button', { name: 'Make the voucher' }));
  expect(await screen.findByText(/Enter the telephone of the client/)).toBeDefined();
  expect(await allRides()).toEqual([]);
  fill(screen.getByLabelText('Telephone of the client'), '06 39 98 00 02');
  await userEvent.click(screen.getByRole('button', { name: 'Make the voucher' }));
  expect(await screen.findByText('The voucher is made and kept on this phone.')).toBeDefined();
  expect(
    (await allRides()).map(({ state, voucher: made }) => [state, made.client, made.pickUpAt, made.bookedAt]),
  ).toEqual([['planned', 'Zoé Passagère', '2026-12-04T09:30:00.000Z', '2026-12-04T07:50:00.000Z']]);
  expect(
    within(screen.getByRole('heading', { name: 'Today' }).parentElement as HTMLElement).getByText(/Zoé/),
  ).toBeDefined();
});

it('keeps what was typed if the phone is full', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await open(request);
  fill(await screen.findByLabelText('Telephone of the client'), '06 39 98 00 02');
  await userEvent.click(screen.getByRole('button', { name: 'Make the voucher' }));
  expect(await screen.findByText(/its memory may be full/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Name of the client').value).toBe('Zoé Passagère');
});

it('shows an officer the seven particulars first, in French', async () => {
  await open(voucherHash(voucher));
  const control = await screen.findByRole('dialog', { name: 'Bon de réservation VTC' });
  const labels = [...control.querySelectorAll('dl:first-of-type dt')].map(({ textContent }) => textContent);
  expect(labels).toEqual([
    'Exploitant',
    'Client',
    'Réservé le',
    'Prise en charge souhaitée le',
    'Lieu de prise en charge',
    'Inscription au registre des VTC',
    'SIREN',
  ]);
  expect(control.textContent).toContain('+33\u00a06\u00a039\u00a098\u00a000\u00a002');
  expect(control.querySelector('.qr-code')).not.toBeNull();
});

it('says that a link is incomplete', async () => {
  await open(request.slice(0, -1));
  expect(await screen.findByText('This link is incomplete: copy all of it from the message.')).toBeDefined();
});

it('corrects a voucher by a new one that names it', async () => {
  await addRides([{ voucher, state: 'planned' }]);
  await open(`#c${voucher.id}`);
  await userEvent.clear(await screen.findByLabelText('Place of pick-up'));
  fill(screen.getByLabelText('Place of pick-up'), 'Orly 4');
  await userEvent.click(screen.getByRole('button', { name: 'Make the voucher' }));
  await waitFor(async () =>
    expect(
      (await allRides()).map(({ voucher: { place, replaces }, state }) => [place, replaces, state]).sort(),
    ).toEqual([
      ['Orly 4', voucher.id, 'planned'],
      ['Orly', '', 'replaced'],
    ]),
  );
});

it('lists rides with their states and the totals of a month', async () => {
  await addRides([{ voucher, state: 'planned' }]);
  await open();
  await userEvent.selectOptions(await screen.findByLabelText('State'), 'done');
  await waitFor(async () => expect((await allRides())[0]?.state).toBe('done'));
  expect(await screen.findByText('Rides: 1 · done: 1 · €45.5')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show the voucher of Ann Démo' }).getAttribute('href')).toBe(
    `/bon${voucherHash(voucher)}`,
  );
});

const done: readonly Ride[] = [{ voucher, state: 'done' }];
const draft: ReceiptDraft = receiptOf(
  voucher,
  { price: '45,50', vat: 'ten', payment: 'card', client: 'Ann Démo', address: '1 rue de la Paix' },
  NOW.getTime(),
  '',
);
const numbers = async () => (await allReceipts()).map(({ number }) => number);

it('makes the receipt of a ride that is done, and corrects it by a new one that names it', async () => {
  await addRides(done);
  await open();
  await userEvent.click(await screen.findByText('Send, print, correct'));
  await userEvent.click(screen.getByRole('link', { name: 'Make the receipt' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Price in euros, VAT included')).value).toBe('45,50');
  await userEvent.click(screen.getByRole('button', { name: 'Make the receipt' }));
  expect(await screen.findByText('Choose the means of payment.')).toBeDefined();
  expect(screen.getByText('Say whether your business charges VAT.')).toBeDefined();
  expect(screen.getByText('The note carries the address of the business.')).toBeDefined();
  expect(await allReceipts()).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('VAT'), 'ten');
  await userEvent.selectOptions(screen.getByLabelText('Payment'), 'cash');
  fill(screen.getByLabelText('Address of the business'), '1 rue de la Paix');
  await userEvent.click(screen.getByRole('button', { name: 'Make the receipt' }));
  expect(await screen.findByText(/^Receipt no\. .{4}-0001 is made and kept on this phone\.$/)).toBeDefined();

  await userEvent.click(screen.getByRole('link', { name: 'Correct the receipt' }));
  const price = await screen.findByLabelText<HTMLInputElement>('Price in euros, VAT included');
  await userEvent.clear(price);
  fill(price, '54');
  await userEvent.click(screen.getByRole('button', { name: 'Make the receipt' }));
  await screen.findByText(/-0002 is made and kept/);
  const receipts = await allReceipts();
  expect(receipts.map(({ cents, replaces }) => [cents, replaces])).toEqual([
    [4_550, ''],
    [5_400, receiptName(receipts[0] as Receipt)],
  ]);
});

it.each(['planned', 'cancelled', 'noShow', 'replaced'] as const)('a ride that is %s has no receipt', async (state) => {
  await addRides([{ voucher, state }]);
  await open(`#r${voucher.id}`);
  expect(await screen.findByRole('heading', { name: 'My rides' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Make the receipt' })).toBeNull();
});

it('numbers receipts without gaps, however many tabs make them at once', async () => {
  const drafts = Array.from({ length: 20 }, (_, index) => ({ ...draft, ride: `20261204-AAA${letters(index)}` }));
  const made = await Promise.all(drafts.map((one) => addReceipt(one)));
  expect(new Set(made.map((receipt) => receipt?.series)).size).toBe(1);
  expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

it('two tabs make one receipt of a ride, and one correction', async () => {
  const made = await Promise.all([addReceipt(draft), addReceipt(draft)]);
  expect(made.filter((receipt) => receipt !== undefined)).toHaveLength(1);
  const replaces = receiptName((await allReceipts())[0] as Receipt);
  await Promise.all([addReceipt({ ...draft, replaces }), addReceipt({ ...draft, replaces })]);
  expect(await numbers()).toEqual([1, 2]);
});

it('a failure to store gives no number away', async () => {
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(addReceipt(draft)).rejects.toThrow();
  add.mockRestore();
  await addReceipt(draft);
  expect(await numbers()).toEqual([1]);
});

it('an import keeps the numbers of another phone, and neither repeats nor skips one', async () => {
  const first = (await addReceipt(draft)) as Receipt;
  const second = (await addReceipt({ ...draft, ride: '20261204-BBBBB' })) as Receipt;
  // Another phone, or this one after its browser was cleared.
  vi.stubGlobal('indexedDB', new IDBFactory());
  await importReceipts([first]);
  await importReceipts([first, { ...first, cents: 1 }]);
  expect(await allReceipts()).toEqual([first]);
  const other = (await addReceipt({ ...draft, ride: '20261204-CCCCC' })) as Receipt;
  const next = (await addReceipt({ ...draft, ride: '20261204-DDDDD' })) as Receipt;
  expect([other.number, next.number]).toEqual([1, 2]);
  expect(new Set([first, second, other, next].map(receiptName)).size).toBe(4);
  // The export of the first phone again, which has meanwhile made another one.
  await importReceipts([first, second]);
  expect((await allReceipts()).filter(({ series }) => series === first.series)).toEqual([first, second]);
});

it('opens what a phone stored before there were receipts', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const request = indexedDB.open('volant-rides', 1);
  await new Promise((resolve, reject) => {
    request.onupgradeneeded = () => {
      request.result.createObjectStore('vouchers', { keyPath: 'id' }).add(voucher);
      request.result.createObjectStore('states').put('done', voucher.id);
      request.result.createObjectStore('settings');
    };
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  request.result.close();
  expect([await allRides(), await allReceipts()]).toEqual([done, []]);
});

it('the file of a month has every receipt, also one whose ride was deleted', async () => {
  const old = (await addReceipt(draft)) as Receipt;
  const name = receiptName(old);
  const next = receiptName((await addReceipt({ ...draft, cents: 5_400, vat: 'none', replaces: name })) as Receipt);
  const gone = (await addReceipt({ ...draft, ride: '20261201-ZZZZZ' })) as Receipt;
  const rows = (await monthCsv(done, await allReceipts(), { done: 'Faite' } as Record<Ride['state'], string>).text())
    .split('\r\n')
    .map((row) => row.split(';'));
  expect(rows.slice(1, -1).map((row) => [row[0], row[7], ...row.slice(10, 11), ...row.slice(12)])).toEqual([
    [voucher.id, '45,5', name, '45,5', '41,36', '4,14', 'Carte bancaire', '', next],
    [voucher.id, '', next, '54', '54', '0', 'Carte bancaire', name, ''],
    [gone.ride, '', receiptName(gone), '45,5', '41,36', '4,14', 'Carte bancaire', '', ''],
  ]);
});

it('an export is read back with its passphrase only', async () => {
  vi.useRealTimers();
  const backup: Backup = {
    rides: [{ voucher, state: 'noShow' }],
    receipts: [{ ...draft, series: 'AB23', number: 1 }],
  };
  const text = await (await encryptedBackup(backup, 'correct horse')).text();
  expect(text).not.toContain('Ann');
  expect(await decryptedBackup(text, 'correct horse')).toEqual(backup);
  await expect(decryptedBackup(text, 'wrong horse')).rejects.toThrow('cannot be read');
  await expect(decryptedBackup('{}', 'correct horse')).rejects.toThrow('cannot be read');
  await expect(decryptedBackup(`${text.slice(0, -9)}AAAAAA"}`, 'correct horse')).rejects.toThrow('cannot be read');
  // As the first version wrote them: a list of rides.
  const older = await (await encryptedBackup(backup.rides as unknown as Backup, 'correct horse')).text();
  expect(await decryptedBackup(older.replace('"version":2', '"version":1'), 'correct horse')).toEqual({
    ...backup,
    receipts: [],
  });
});

/** Two letters for a number. */
function letters(index: number): string {
  return `${String.fromCharCode(65 + Math.floor(index / 10))}${String.fromCharCode(65 + (index % 10))}`;
}
