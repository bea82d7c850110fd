import { CARRIED_TABLES, type CarriedTable } from '@volant/analytics/carrying/carried-tables';
import { digestSlices, readSlice } from '@volant/analytics/carrying/read-rows';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { z } from 'zod';
import { namesOfTable } from '../transfer/carried-tables.ts';
import { SLICES } from './names.ts';
import type { Vault } from './vault.ts';

/**
 * Tables that grow with time are sent in slices, of a day for example. A slice that is as it was in the last base is
 * not sent again, so that a base costs as much after years as in the first week.
 */
const SLICED = CARRIED_TABLES.filter(({ slice }) => slice !== undefined);

export const sliceEntry = z.object({
  table: z.string(),
  slice: z.string(),
  digest: z.string(),
  rows: z.number().int(),
  chunks: z.number().int(),
});

export type SliceEntry = z.infer<typeof sliceEntry>;

/** Names of the parts of an export that slices stand for. */
export const SLICED_PARTS = SLICED.map((table) => ({ table: table.name, ...namesOfTable(table) }));

export function sliceKeys({ table, slice, digest, chunks }: SliceEntry): readonly string[] {
  return Array.from({ length: chunks }, (_, chunk) => sliceKey(table, slice, digest, chunk));
}

function sliceKey(table: string, slice: string, digest: string, chunk: number): string {
  return `${SLICES}${table.replaceAll('_', '-')}/${slice}-${digest}-${chunk}.bin`;
}

/** @param known slices of the last base, all of whose objects are there */
export async function sendSlices(
  database: AnalyticsDatabase,
  vault: Vault,
  known: readonly SliceEntry[],
  say: (line: string) => void,
): Promise<readonly SliceEntry[]> {
  const there = new Map(known.map((entry) => [sliceKey(entry.table, entry.slice, entry.digest, 0), entry]));
  const entries: SliceEntry[] = [];
  for (const table of SLICED) {
    for (const { slice, rows, digest } of await digestSlices(database, table)) {
      const sent = there.get(sliceKey(table.name, slice, digest, 0));
      if (sent !== undefined) entries.push(sent);
      else {
        say(`sending ${slice} of ${table.name}`);
        const chunks = await sendSlice(database, vault, table, { slice, digest });
        entries.push({ table: table.name, slice, digest, rows, chunks });
      }
    }
  }
  return entries;
}

async function sendSlice(
  database: AnalyticsDatabase,
  vault: Vault,
  table: CarriedTable,
  { slice, digest }: Pick<SliceEntry, 'slice' | 'digest'>,
): Promise<number> {
  let chunks = 0;
  for await (const { text } of readSlice(database, table, slice)) {
    await vault.put(sliceKey(table.name, slice, digest, chunks), Buffer.from(text));
    chunks += 1;
  }
  return chunks;
}
