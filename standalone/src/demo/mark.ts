import { readFile, rm } from 'node:fs/promises';
import { accountsOpenedWith, historyOf } from '@volant/identity/commands/opened-with';
import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import { syncDirectory, writeDurably } from '@volant/infra/objects/write-durably';
import { z } from 'zod';
import { type DataDirectory, StartError } from '../data-directory.ts';
import { ACCOUNTS, DEMO_PASSWORD, REMOVER, SUPERADMIN } from './accounts.ts';

/** Says of a data directory whether demo data is in it, wherever the directory is copied to. */
export const MARK = 'demo.json';
const mark = z.object({ holdsDemoData: z.boolean() });
const OPENINGS = [...ACCOUNTS, SUPERADMIN, REMOVER].map(({ email }) => ({ email, password: DEMO_PASSWORD }));

/** On the disk when it resolves: demo data comes after it. */
export async function writeMark(data: DataDirectory, holdsDemoData: boolean): Promise<void> {
  const temporary = data.below(`${MARK}.${process.pid}.tmp`);
  await writeDurably(data.below(MARK), temporary, [`${JSON.stringify({ holdsDemoData })}\n`]);
}

/** Lets the next start find out anew. */
export async function removeMark(data: DataDirectory): Promise<void> {
  await rm(data.below(MARK), { force: true });
  await syncDirectory(data.path);
}

/**
 * Whether demo data is in a directory. One that was made before there was a mark is told by its accounts, once; then it
 * has one.
 * @param identityStore opened where the mark does not say
 */
export async function holdsDemoData(
  data: DataDirectory,
  identityStore: () => Promise<Pick<EventStore, 'readAll'>>,
): Promise<boolean> {
  const marked = await readMark(data);
  if (marked !== undefined) return marked;
  const holds = (await demoAccountsIn(historyOf(await identityStore()))).length > 0;
  await writeMark(data, holds);
  return holds;
}

/** Ids of the accounts that the demo opened, whatever their names, addresses and passwords are by now. */
export function demoAccountsIn(history: AsyncIterable<readonly Pick<Commit, 'events'>[]>): Promise<readonly string[]> {
  return accountsOpenedWith(OPENINGS, history);
}

/** Undefined for a directory of a version that had no mark, and for a new one. */
async function readMark(data: DataDirectory): Promise<boolean | undefined> {
  const file = data.below(MARK);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`${file}, which says whether demo data is here, cannot be read: ${error.message}.`);
  });
  if (text === undefined) return undefined;
  const read = mark.safeParse(jsonOf(text));
  if (!read.success) throw new StartError(`${file}, which says whether demo data is here, is damaged.`);
  return read.data.holdsDemoData;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
