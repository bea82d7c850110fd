import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { migrationsOf } from '@volant/analytics/migrations';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { isOfTheDisk } from '@volant/infra/process/shell/print-problem';
import { damagedParts } from '../backup/damages.ts';
import { productVersion } from '../product-version.ts';
import { carriedLog } from './carried-log.ts';
import { carriedObjects, keysOf } from './carried-objects.ts';
import type { CarriedPart } from './carried-part.ts';
import { FORMAT, type PartEntry, writeManifest } from './manifest.ts';
import { writePart } from './part-file.ts';
import { openPlaces, type Places, partsOf, refuseRunning, storeParts } from './places.ts';
import { Progress, type TableRow } from './progress.ts';

const SOMEBODY_WROTE = 'Somebody wrote while the export was made: stop every process of Volant first.';

/** Of a product that goes on meanwhile: runs work while it stores no events, and while its event stores do not change. */
export interface Pauses {
  readonly storing: (work: () => Promise<void>) => Promise<void>;
  /** With stores that show one point in time if theirs go on meanwhile. */
  readonly writes: (work: (stores?: Places['stores']) => Promise<void>) => Promise<void>;
  /** Runs work while no picture is deleted. Without it, pictures that are deleted meanwhile are left out. */
  readonly deletions?: (work: () => Promise<void>) => Promise<void>;
  /** Parts that are not written, because `besides` takes care of them. */
  readonly leaves?: (part: CarriedPart) => boolean;
  /** Runs while no events are stored. */
  readonly besides?: () => Promise<void>;
}

/**
 * Writes all durable data into a directory.
 * @param pauses without them, the product must be stopped
 * @returns row counts here and in the export
 * @throws OperatorError if the product is running, or counts differ
 */
export async function writeExport(
  adapters: Adapters,
  directory: string,
  say: (line: string) => void,
  pauses?: Pauses,
): Promise<readonly TableRow[]> {
  const places = await openPlaces(adapters);
  refuseDamages(await adapters.damages());
  if (pauses === undefined) await refuseRunning(adapters);
  const migrations = await migrationsOf(places.database);
  if (migrations.pending.length > 0) {
    throw new OperatorError('The analytics tables are not those of this version: run npm run migrate first.');
  }
  const id = randomUUID();
  const log = carriedLog(places.messageLog, id);
  const progress = new Progress(say);
  const entries: PartEntry[] = [];
  const table: TableRow[] = [];
  const write = async (parts: readonly CarriedPart[]) => {
    for (const part of parts) {
      const { entry, held } = await exportPart(directory, part, progress);
      entries.push(entry);
      table.push({ name: part.name, counts: [held, entry.rows] });
    }
  };
  const { pictures, others } = partsOf(places, log);
  const writeStores = async (stores: Places['stores']) => {
    const heads = await headsOf(stores);
    await write(storeParts(stores));
    return async () => {
      if ((await headsOf(stores)) !== heads) throw new OperatorError(SOMEBODY_WROTE);
    };
  };
  if (pauses === undefined) {
    const refuseChanged = await writeStores(places.stores);
    await write([pictures, ...others]);
    await refuseChanged();
    await refuseRunning(adapters);
    if (await log.hasGrown()) throw new OperatorError(SOMEBODY_WROTE);
  } else {
    const { storing, writes, deletions = (work) => work(), leaves = () => false, besides } = pauses;
    await storing(async () => {
      // Pictures are never changed, so those that the commits name are there until deletions go on.
      await deletions(async () => {
        let keys: readonly string[] = [];
        await writes(async (stores = places.stores) => {
          const refuseChanged = await writeStores(stores);
          if (!leaves(pictures)) keys = await keysOf(places.objects);
          await refuseChanged();
        });
        if (leaves(pictures)) return;
        await write([carriedObjects(places.objects, { keys, mayVanish: pauses.deletions === undefined })]);
      });
      await write(others.filter((part) => !leaves(part)));
      await besides?.();
    });
  }
  refuseDamages([...(await adapters.damages()), ...(await damagedParts(adapters))]);
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

function refuseDamages(damages: readonly string[]): void {
  if (damages.length > 0) throw new OperatorError(`The export is not whole: ${damages.join('; ')}.`);
}

async function exportPart(directory: string, part: CarriedPart, progress: Progress) {
  progress.begin();
  const total = await part.held();
  try {
    const entry = await writePart(directory, part, part.rows(), (rows) => progress.at(part.name, rows, total));
    return { entry, held: total ?? entry.rows };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (!isOfTheDisk(error)) {
      throw Object.assign(new OperatorError(`The ${part.name} cannot be read: ${firstLineOf(error)}`), {
        cause: error,
      });
    }
    await rm(path.join(directory, part.file), { force: true });
    throw new OperatorError(`There is no room left for the export: ${part.name} could not be written.`);
  }
}

function firstLineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

async function headsOf(stores: Places['stores']): Promise<string> {
  const heads: number[] = [];
  for (const { store } of stores) heads.push(await store.head());
  return heads.join(' ');
}
