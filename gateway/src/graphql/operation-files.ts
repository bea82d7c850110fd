import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import { parse } from 'graphql';
import { z } from 'zod';

/** Settings that define which GraphQL operations may run. */
export const GRAPHQL_SHAPE = {
  /** Whether only listed operations run, or any. */
  VOLANT_GRAPHQL: z.enum(['listed', 'open'], { message: 'must be "listed" or "open"' }),
  /** A document, or a directory of documents, listed in addition to the operations of REST and the web client. */
  VOLANT_GRAPHQL_OPERATIONS: z.string().min(1).optional(),
};

export interface GraphqlAccess {
  /** Hides the schema. */
  readonly production: boolean;
  /** Operations that may run in addition to those of REST and the web client. If absent, any may run. */
  readonly listedOperations?: readonly string[];
}

/**
 * `open` lets any operation run and shows the schema. `listed` does neither.
 * @param place a document, or a directory of documents, with further operations that may run
 * @throws SettingError with the file and its error
 */
export async function readGraphqlAccess(mode: 'listed' | 'open', place: string | undefined): Promise<GraphqlAccess> {
  if (mode === 'open') {
    if (place === undefined) return { production: false };
    throw refusal('needs VOLANT_GRAPHQL=listed beside it.');
  }
  const listedOperations: string[] = [];
  for (const file of place === undefined ? [] : await filesAt(place)) listedOperations.push(await readDocument(file));
  return { production: true, listedOperations };
}

async function filesAt(place: string): Promise<readonly string[]> {
  try {
    if (!(await stat(place)).isDirectory()) return [place];
    const names = (await readdir(place, { recursive: true })).filter((name) => name.endsWith('.graphql'));
    if (names.length > 0) return names.map((name) => path.join(place, name));
  } catch (error) {
    throw refusal(`${place} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  // An empty directory is probably a mistake.
  throw refusal(`there is no .graphql file in ${place}.`);
}

async function readDocument(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    parse(text);
    return text;
  } catch (error) {
    throw refusal(`the file ${file} cannot be used: ${(error as Error).message}`);
  }
}

function refusal(sentence: string): SettingError {
  return new SettingError('VOLANT_GRAPHQL_OPERATIONS', sentence);
}
