import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rideHash } from '../../public-page/script/ride-link.ts';
import { endSession } from '../../session/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { decryptedRides, encryptedRides } from './backup.ts';
import { addRides, allRides, keepBusiness, type Ride } from './rides-store.ts';
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

it('an export is read back with its passphrase only', async () => {
  vi.useRealTimers();
  const rides: readonly Ride[] = [{ voucher, state: 'noShow' }];
  const text = await (await encryptedRides(rides, 'correct horse')).text();
  expect(text).not.toContain('Ann');
  expect(await decryptedRides(text, 'correct horse')).toEqual(rides);
  await expect(decryptedRides(text, 'wrong horse')).rejects.toThrow('cannot be read');
  await expect(decryptedRides('{}', 'correct horse')).rejects.toThrow('cannot be read');
  await expect(decryptedRides(`${text.slice(0, -9)}AAAAAA"}`, 'correct horse')).rejects.toThrow('cannot be read');
});
