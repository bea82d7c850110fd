import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';

/** Increased with every change that older versions cannot read. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const PART_FILE = /^[a-z0-9.-]+\.ndjson\.gz$/;
const count = z.number().int().nonnegative();

const partEntry = z.object({
  /** Name shown to operators. */
  name: z.string(),
  file: z.string().regex(PART_FILE),
  rows: count,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the product that made it. */
  product: z.string(),
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  /** Migrations of the analytics tables: rows have the shape after the last one. */
  migrations: z.array(z.string()),
  parts: z.array(partEntry),
});

export type Manifest = z.infer<typeof manifest>;
export type PartEntry = Manifest['parts'][number];

export async function writeManifest(directory: string, content: Manifest): Promise<void> {
  const file = path.join(directory, MANIFEST);
  await writeFile(file, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flush: true });
}

/** @throws OperatorError if there is no manifest, or this version cannot read it */
export async function readManifest(directory: string): Promise<Manifest> {
  const file = path.join(directory, MANIFEST);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${directory} is no export of Volant: ${MANIFEST} cannot be read (${error.code}).`);
  });
  return manifestOf(text, directory);
}

/**
 * @param place shown to the operator
 * @throws OperatorError if this version cannot read it
 */
export function manifestOf(text: string, place: string): Manifest {
  const content = jsonOf(text);
  const format = z.object({ format: z.number() }).safeParse(content);
  if (format.success && format.data.format !== FORMAT) {
    throw new OperatorError(
      `${place} has format ${format.data.format}; this version of Volant reads format ${FORMAT}.`,
    );
  }
  const read = manifest.safeParse(content);
  if (!read.success) throw new OperatorError(`${path.join(place, MANIFEST)} is damaged.`);
  return read.data;
}

/** A number derived from the export's id, so that it can be stored as a position. */
export function ticketOf({ id }: Pick<Manifest, 'id'>): number {
  return Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 12), 16) + 1;
}
