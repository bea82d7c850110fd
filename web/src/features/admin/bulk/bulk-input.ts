import { plainText } from '@volant/proto/contact/plain-text';
import { cleanLine } from '@volant/proto/text/clean-text';
import { MOST_PAGES_CREATED } from '@volant/proto/text/lengths';
import * as v from 'valibot';

export const NEW_STATES = ['UNCLAIMED', 'ACTIVE', 'INACTIVE'] as const;

/** Input of a series; stored while it is being created. */
export const bulkInputSchema = v.object({
  quantity: v.number(),
  prefixNote: v.string(),
  state: v.picklist(NEW_STATES),
  owner: v.nullable(v.object({ id: v.string(), username: v.nullable(v.string()), email: v.nullable(v.string()) })),
});
export type BulkInput = v.InferOutput<typeof bulkInputSchema>;

/** The typed number, with or without a sign between thousands; undefined if so many pages cannot be created. */
export function quantityIn(text: string): number | undefined {
  const written = plainText(text);
  if (!/^\d{1,9}$|^\d{1,3}[ .,'’]\d{3}$/.test(written)) return undefined;
  const quantity = Number(written.replace(/\D/g, ''));
  return quantity >= 1 && quantity <= MOST_PAGES_CREATED ? quantity : undefined;
}

/** Names of the first and the last page of a series: zero-padded numbers, so that lists sort them. */
export function namesOf(prefixNote: string, quantity: number): readonly [first: string, last: string] | undefined {
  const prefix = cleanLine(prefixNote);
  if (prefix === '') return undefined;
  const last = String(quantity);
  return [`${prefix} ${'1'.padStart(last.length, '0')}`, `${prefix} ${last}`];
}
