// @vitest-environment node
import { expect, it } from 'vitest';
import { checkReceipt, newSeries, type Receipt, type ReceiptValues, readCents, vatCents } from './receipt.ts';
import { euros } from './receipt-words.ts';

const good: ReceiptValues = { price: '45,50', vat: 'ten', payment: 'card', client: 'Zoé', address: '1 rue de la Paix' };

it.each([
  ['45', 4_500],
  ['45,5', 4_550],
  ['45.50', 4_550],
  [' 0,01 ', 1],
  ['0,1', 10],
  ['1,10', 110],
  ['4,35', 435],
  ['19,99', 1_999],
  ['1001,10', 100_110],
  ['999999,99', 99_999_999],
] as const)('reads %s exactly', (text, cents) => {
  expect(readCents(text)).toBe(cents);
  expect(euros(cents).replace(/[^\d,]/g, '')).toBe((cents / 100).toFixed(2).replace('.', ','));
});

it.each([
  ['nothing', { price: '' }, 'price', 'voucher.receipt.wrong.price'],
  ['zero', { price: '0' }, 'price', 'voucher.receipt.wrong.price'],
  ['zero cents', { price: '0,00' }, 'price', 'voucher.receipt.wrong.price'],
  ['less than zero', { price: '-5' }, 'price', 'voucher.receipt.wrong.price'],
  ['tenths of cents', { price: '45,505' }, 'price', 'voucher.receipt.wrong.price'],
  ['a million', { price: '1000000' }, 'price', 'voucher.receipt.wrong.price'],
  ['words', { price: 'quarante' }, 'price', 'voucher.receipt.wrong.price'],
  ['an exponent', { price: '1e3' }, 'price', 'voucher.receipt.wrong.price'],
  ['grouped digits', { price: '1.000,50' }, 'price', 'voucher.receipt.wrong.price'],
  ['a comma alone', { price: '45,' }, 'price', 'voucher.receipt.wrong.price'],
  ['Arabic digits', { price: '٤٥' }, 'price', 'voucher.receipt.wrong.price'],
  ['no VAT chosen', { vat: '' }, 'vat', 'voucher.receipt.wrong.vat'],
  ['VAT of 20 %', { vat: 'twenty' }, 'vat', 'voucher.receipt.wrong.vat'],
  ['no payment', { payment: '' }, 'payment', 'voucher.receipt.wrong.payment'],
  ['no address', { address: ' ' }, 'address', 'voucher.receipt.wrong.address'],
  ['a long address', { address: 'é'.repeat(201) }, 'address', 'form.tooLong'],
  ['a long client', { client: 'é'.repeat(101) }, 'client', 'form.tooLong'],
] as const)('refuses %s at its field', (_, changes, field, text) => {
  expect(checkReceipt({ ...good, ...changes })?.fields).toEqual({ [field]: text });
});

it('accepts a receipt, also of a client who objects to their name', () => {
  expect(checkReceipt(good)).toBeUndefined();
  expect(checkReceipt({ ...good, client: '' })).toBeUndefined();
});

it.each([
  [1, 0],
  [5, 0],
  [6, 1],
  [16, 1],
  [17, 2],
  [1_100, 100],
  [2_500, 227],
  [4_550, 414],
  [10_000, 909],
  [99_999_999, 9_090_909],
])('of %i cents, %i are VAT', (cents, vat) => {
  expect(vatCents({ cents, vat: 'ten' })).toBe(vat);
  expect(vatCents({ cents, vat: 'none' })).toBe(0);
});

it('rounds VAT to the nearest cent, for every price to 2,000 euros', () => {
  const far = Array.from({ length: 200_000 }, (_, index) => index + 1).filter((cents) => {
    const vat = vatCents({ cents, vat: 'ten' } satisfies Pick<Receipt, 'cents' | 'vat'>);
    // Eleven times the distance from a tenth of the rest: below half a cent.
    return !Number.isInteger(vat) || Math.abs(11 * vat - cents) > 5;
  });
  expect(far).toEqual([]);
});

it('draws series that no spreadsheet takes for a number', () => {
  for (let time = 0; time < 1_000; time += 1) expect(newSeries()).toMatch(/^[A-Z]{2}[A-Z2-9]{2}$/);
});
