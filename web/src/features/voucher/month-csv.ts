import { csvFile } from '../../i18n/csv.ts';
import { type Receipt, receiptName, vatCents } from './receipt.ts';
import { PAID } from './receipt-words.ts';
import type { Ride } from './rides-store.ts';
import { frenchTime } from './voucher-words.ts';

const HEAD = [
  'Bon',
  'Prise en charge',
  'Réservé',
  'Client',
  'Téléphone',
  'Départ',
  'Arrivée',
  'Prix',
  'État',
  'Corrige',
  'Reçu',
  'Établi',
  'TTC',
  'HT',
  'TVA',
  'Paiement',
  'Corrige le reçu',
  'Corrigé par',
];

/** The rides of a month with their receipts, for the accountant; a receipt outlives its ride. */
export function monthCsv(
  rides: readonly Ride[],
  receipts: readonly Receipt[],
  states: Readonly<Record<Ride['state'], string>>,
): Blob {
  const known = new Set(rides.map(({ voucher }) => voucher.id));
  const ofRide = (id: string) => receipts.filter(({ ride }) => ride === id);
  const rows = rides.flatMap(({ voucher, state }) => {
    const { id, pickUpAt, bookedAt, zone, client, phone, place, destination, price, replaces } = voucher;
    const times = [pickUpAt, bookedAt].map((instant) => frenchTime(instant, zone));
    const agreed = price === '' ? null : Number(price);
    const ride = [id, ...times, client, phone, place, destination, agreed, states[state], replaces];
    const [first, ...others] = ofRide(id);
    return [
      first === undefined ? ride : [...ride, ...receiptCells(first, receipts)],
      ...others.map((receipt) => receiptRow(receipt, receipts)),
    ];
  });
  const alone = receipts.filter(({ ride }) => !known.has(ride)).map((receipt) => receiptRow(receipt, receipts));
  return csvFile([HEAD, ...rows, ...alone], 'fr');
}

/** Without the agreed price, which sums of the column would count twice. */
function receiptRow(receipt: Receipt, receipts: readonly Receipt[]): readonly (string | number | null)[] {
  const { ride, pickUpAt, zone, client, place, destination } = receipt;
  const particulars = [ride, frenchTime(pickUpAt, zone), '', client, '', place, destination, null, '', ''];
  return [...particulars, ...receiptCells(receipt, receipts)];
}

/** The columns of a receipt in the file of a month. */
function receiptCells(receipt: Receipt, receipts: readonly Receipt[]): readonly (string | number)[] {
  const { cents, madeAt, zone, payment, replaces } = receipt;
  const [tax, name] = [vatCents(receipt), receiptName(receipt)];
  const correction = receipts.find((other) => other.replaces === name);
  return [
    ...[name, frenchTime(madeAt, zone), cents / 100, (cents - tax) / 100, tax / 100, PAID[payment], replaces],
    correction === undefined ? '' : receiptName(correction),
  ];
}
