import * as tables from '@volant/analytics/carrying/unfinished-import';
import { migrateAnalytics, migrationsOf } from '@volant/analytics/migrations';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import type { Commit } from '@volant/infra/event-store/event-store';
import * as stores from '@volant/infra/event-store/unfinished-import';
import type { Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { demoAccountsIn } from '../demo/mark.ts';
import { carriedLog } from './carried-log.ts';
import type { CarriedPart } from './carried-part.ts';
import { commitsFileOf, PORTION } from './carried-stores.ts';
import { type Manifest, type PartEntry, readManifest, ticketOf } from './manifest.ts';
import { checkPart, readPart } from './part-file.ts';
import { begunViews, dataIn, openPlaces, type Places, partsOf, refuseRunning } from './places.ts';
import { Progress, type TableRow } from './progress.ts';

export interface Imported {
  /** Row counts in the export and here. */
  readonly table: readonly TableRow[];
  /** Rows left out because they have expired since the export. */
  readonly leftOut: readonly { readonly name: string; readonly rows: number }[];
  readonly isWhole: boolean;
}

interface Step {
  readonly part: CarriedPart;
  readonly entry: PartEntry;
}

/**
 * Reads and verifies the whole export before anything is written.
 * @throws OperatorError that describes the problem
 */
export async function checkExport(directory: string, say: (line: string) => void): Promise<Manifest> {
  const manifest = await readManifest(directory);
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
  say(`Checking ${manifest.parts.length} files, ${Math.ceil(bytes / 1_000_000)} MB, made at ${manifest.madeAt}.`);
  for (const part of manifest.parts) await checkPart(directory, part);
  return manifest;
}

/** Whether a checked export has demo accounts. */
export async function holdsDemoAccounts(directory: string, { parts }: Manifest): Promise<boolean> {
  const entry = parts.find(({ file }) => file === commitsFileOf('identity'));
  if (entry === undefined) return false;
  async function* commits(part: PartEntry) {
    for await (const lines of readPart(directory, part, PORTION, () => undefined)) {
      yield lines.map((line) => JSON.parse(line) as Commit);
    }
  }
  return (await demoAccountsIn(commits(entry))).length > 0;
}

/**
 * Imports a checked export into an empty place, or resumes an interrupted import of the same export.
 * @throws OperatorError if the place is not empty, or the export is of another version
 */
export async function readExport(
  adapters: Adapters,
  { directory, manifest }: { readonly directory: string; readonly manifest: Manifest },
  say: (line: string) => void,
  log: Logger,
): Promise<Imported> {
  const places = await openPlaces(adapters);
  await refuseRunning(adapters);
  const steps = stepsOf(places, manifest);
  await refuseOtherTables(places, manifest);
  const ticket = ticketOf(manifest);
  const begun = await begunImports(places);
  if (begun.some((other) => other !== ticket)) {
    throw new OperatorError(
      'The import of another export was begun here and not finished: go on with that one, or empty the servers first.',
    );
  }
  await refuseFilled(adapters, begun.length > 0 ? [] : await dataIn(places));
  if (begun.length > 0) say('An import of this export was interrupted here; going on with it.');

  await tables.beginImport(places.database, ticket);
  for (const { store } of places.stores) await stores.beginImport(store, ticket);
  await migrateAnalytics(places.database, { cache: await adapters.cache(), log });

  const progress = new Progress(say);
  const leftOut: { readonly name: string; readonly rows: number }[] = [];
  for (const { part, entry } of steps) {
    progress.begin();
    const portions = readPart(directory, entry, part.portions, (rows) => progress.at(part.name, rows, entry.rows));
    const rows = await part.restore(portions);
    if (rows > 0) leftOut.push({ name: part.name, rows });
  }

  const table: TableRow[] = [];
  for (const { part, entry } of steps) table.push({ name: part.name, counts: [entry.rows, await part.arrived()] });
  const expired = new Map(leftOut.map(({ name, rows }) => [name, rows]));
  const isWhole = table.every(({ name, counts: [there = 0, here] }) => there - (expired.get(name) ?? 0) === here);
  if (isWhole) {
    await tables.finishImport(places.database);
    for (const { store } of places.stores) await stores.finishImport(store);
  }
  return { table, leftOut, isWhole };
}

function stepsOf(places: Places, { id, parts }: Manifest): readonly Step[] {
  const entries = new Map(parts.map((entry) => [entry.file, entry]));
  const { stores, pictures, others } = partsOf(places, carriedLog(places.messageLog, id));
  const steps = [...stores, pictures, ...others].map((part): Step => {
    const entry = entries.get(part.file);
    if (entry === undefined) throw new OperatorError(`The export is not whole: it has no ${part.name}.`);
    return { part, entry };
  });
  const known = new Set(steps.map(({ part }) => part.file));
  const unknown = parts.find(({ file }) => !known.has(file));
  if (unknown !== undefined)
    throw new OperatorError(`The export has ${unknown.name}, which this version does not know.`);
  return steps;
}

async function refuseOtherTables({ database }: Places, { migrations, product }: Manifest): Promise<void> {
  const { all } = await migrationsOf(database);
  if (all.join() === migrations.join()) return;
  throw new OperatorError(
    `The export was made by version ${product}, which has other analytics tables. Move with the version that made it, and upgrade afterwards.`,
  );
}

async function begunImports({ database, stores: owned }: Places): Promise<readonly number[]> {
  const begun = [await tables.unfinishedImport(database)];
  for (const { store } of owned) begun.push(await stores.unfinishedImport(store));
  return begun.filter((ticket) => ticket !== undefined);
}

async function refuseFilled(adapters: Adapters, filled: readonly string[]): Promise<void> {
  const all = [...(await begunViews(adapters)), ...filled];
  if (all.length === 0) return;
  throw new OperatorError(`Something is here already: ${all.join(', ')}. An import needs an empty place.`);
}
