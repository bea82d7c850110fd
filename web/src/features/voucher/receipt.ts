import { cleanLine } from '@volant/proto/text/clean-text';
import * as v from 'valibot';
import type { Refusal } from '../../ui/use-checked-form.ts';
import { businessSchema, LETTERS, lengthProblems, type Voucher, voucherSchema } from './voucher.ts';

/** VAT of 10 % on the transport of people, or none for a small business (article 293 B of the tax code). */
export const VAT_KINDS = ['ten', 'none'] as const;
export const PAYMENTS = ['card', 'cash', 'transfer', 'cheque', 'other'] as const;

/** A receipt without its number, which the store gives. */
const draftSchema = v.object({
  madeAt: voucherSchema.entries.madeAt,
  /** Number of the ride's voucher. */
  ride: voucherSchema.entries.id,
  pickUpAt: voucherSchema.entries.pickUpAt,
  ...businessSchema.entries,
  client: voucherSchema.entries.client,
  place: voucherSchema.entries.place,
  destination: voucherSchema.entries.destination,
  /** The price including VAT. */
  cents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999)),
  vat: v.picklist(VAT_KINDS),
  payment: v.picklist(PAYMENTS),
  /** Name of the receipt that this one corrects, or empty. */
  replaces: v.pipe(v.string(), v.maxLength(20)),
});
export type ReceiptDraft = v.InferOutput<typeof draftSchema>;

const SERIES_LENGTH = 4;
const ONLY_LETTERS = LETTERS.replace(/\d/g, '');

/** A receipt that was made; it never changes. */
export const receiptSchema = v.object({
  ...draftSchema.entries,
  /** Of the phone that made it: two phones never give the same number. */
  series: v.pipe(v.string(), v.regex(/^[A-Z2-9]{4}$/)),
  /** From 1 without gaps within the series. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999)),
});
export type Receipt = v.InferOutput<typeof receiptSchema>;

/** It begins with letters, so that no spreadsheet takes a receipt's name for a number or a date. */
export function newSeries(): string {
  const random = crypto.getRandomValues(new Uint8Array(SERIES_LENGTH));
  const drawn = (byte: number, from: string) => from[byte % from.length];
  return [...random].map((byte, at) => drawn(byte, at < 2 ? ONLY_LETTERS : LETTERS)).join('');
}

/** The number as written. */
export function receiptName({ series, number }: Pick<Receipt, 'series' | 'number'>): string {
  return `${series}-${String(number).padStart(4, '0')}`;
}

/** The receipt of a ride that no other one corrects. */
export function standingReceipt(receipts: readonly Receipt[], ride: string): Receipt | undefined {
  const replaced = new Set(receipts.map(({ replaces }) => replaces));
  return receipts.find((receipt) => receipt.ride === ride && !replaced.has(receiptName(receipt)));
}

/** The cents of an amount in euros as people write it; undefined if it is none. */
export function readCents(text: string): number | undefined {
  const [, euros, cents = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return euros === undefined ? undefined : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}

/** The VAT in a price that includes it: a tenth of the rest, to the nearest cent. No half cents occur. */
export function vatCents({ cents, vat }: Pick<Receipt, 'cents' | 'vat'>): number {
  return vat === 'ten' ? Math.floor((2 * cents + 11) / 22) : 0;
}

export interface ReceiptValues {
  price: string;
  vat: string;
  payment: string;
  client: string;
  address: string;
}

/** The form of a ride's receipt, or of the correction of one; the business has answered the rest the last time. */
export function receiptValues(voucher: Voucher, old: Receipt | undefined, last: Receipt | undefined): ReceiptValues {
  const price = old === undefined ? voucher.price : `${old.cents / 100}`;
  const { client, address } = old ?? voucher;
  return {
    price: price.replace('.', ','),
    vat: (old ?? last)?.vat ?? '',
    payment: old?.payment ?? '',
    client,
    address: address || (last?.address ?? ''),
  };
}

/** What is wrong, at each field; undefined if nothing is. */
export function checkReceipt(values: ReceiptValues): Refusal<ReceiptValues> | undefined {
  const { price, vat, payment, address } = values;
  const isOne = (of: readonly string[], value: string) => of.includes(value);
  const fields: Refusal<ReceiptValues>['fields'] = {
    ...((readCents(price) ?? 0) === 0 && { price: 'voucher.receipt.wrong.price' }),
    ...(!isOne(VAT_KINDS, vat) && { vat: 'voucher.receipt.wrong.vat' }),
    ...(!isOne(PAYMENTS, payment) && { payment: 'voucher.receipt.wrong.payment' }),
    ...lengthProblems(values, ['client', 'address']),
    ...(cleanLine(address) === '' && { address: 'voucher.receipt.wrong.address' }),
  };
  return Object.keys(fields).length === 0 ? undefined : { summary: 'voucher.receipt.refused', fields };
}

/** The receipt of checked values. */
export function receiptOf(voucher: Voucher, values: ReceiptValues, now: number, replaces: string): ReceiptDraft {
  const { id, pickUpAt, operator, operatorPhone, siren, revtc, zone, place, destination } = voucher;
  return v.parse(draftSchema, {
    ...{ ride: id, pickUpAt, operator, operatorPhone, siren, revtc, zone, place, destination, replaces },
    madeAt: new Date(now).toISOString(),
    address: cleanLine(values.address),
    client: cleanLine(values.client),
    cents: readCents(values.price),
    vat: values.vat,
    payment: values.payment,
  });
}
