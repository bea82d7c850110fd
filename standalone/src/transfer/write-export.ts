import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { migrationsOf } from '@volant/analytics/migrations';
import type { Adapters } from '@volant/infra/adapters/adapters';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { productVersion } from '../product-version.ts';
import { carriedLog } from './carried-log.ts';
import type { CarriedPart } from './carried-part.ts';
import { FORMAT, type PartEntry, writeManifest } from './manifest.ts';
import { writePart } from './part-file.ts';
import { openPlaces, type Places, partsOf, refuseRunning } from './places.ts';
import { Progress, type TableRow } from './progress.ts';

/**
 * Writes all durable data into a directory.
 * @param whileCollecting whether events may be taken meanwhile; those after the log was read are left out
 * @returns row counts here and in the export
 * @throws OperatorError if the product is running, or counts differ
 */
export async function writeExport(
  adapters: Adapters,
  directory: string,
  say: (line: string) => void,
  whileCollecting = false,
): Promise<readonly TableRow[]> {
  const places = await openPlaces(adapters);
  await refuseRunning(adapters, whileCollecting);
  const migrations = await migrationsOf(places.database);
  if (migrations.pending.length > 0) {
    throw new OperatorError('The analytics tables are not those of this version: run npm run migrate first.');
  }
  const heads = await headsOf(places);
  const id = randomUUID();
  const log = carriedLog(places.messageLog, id);
  const progress = new Progress(say);
  const entries: PartEntry[] = [];
  const table: TableRow[] = [];
  for (const part of partsOf(places, log)) {
    const { entry, held } = await exportPart(directory, part, progress);
    entries.push(entry);
    table.push({ name: part.name, counts: [held, entry.rows] });
  }

  await refuseRunning(adapters, whileCollecting);
  if ((await headsOf(places)) !== heads || (!whileCollecting && (await log.hasGrown()))) {
    throw new OperatorError('Somebody wrote while the export was made: stop every process of Volant first.');
  }
  const different = table.filter(({ counts: [held, written] }) => held !== written);
  if (different.length > 0) {
    throw new OperatorError(`The export is not whole: ${different.map(({ name }) => name).join(', ')} differ.`);
  }
  await writeManifest(directory, {
    format: FORMAT,
    product: await productVersion(),
    id,
    madeAt: new Date().toISOString(),
    migrations: [...migrations.all],
    parts: entries,
  });
  return table;
}

async function exportPart(directory: string, part: CarriedPart, progress: Progress) {
  progress.begin();
  const total = await part.held();
  try {
    const entry = await writePart(directory, part, part.rows(), (rows) => progress.at(part.name, rows, total));
    return { entry, held: total ?? entry.rows };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    await rm(path.join(directory, part.file), { force: true });
    throw new OperatorError(`There is no room left for the export: ${part.name} could not be written.`);
  }
}

async function headsOf({ stores }: Places): Promise<string> {
  const heads: number[] = [];
  for (const { store } of stores) heads.push(await store.head());
  return heads.join(' ');
}
