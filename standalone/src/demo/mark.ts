import { readFile, rm } from 'node:fs/promises';
import { accountsOpenedWith } from '@volant/identity/user/commands/opened-with';
import { commitsAfter } from '@volant/infra/event-store/commits-after';
import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import { syncDirectory, writeDurably } from '@volant/infra/objects/write-durably';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.ts';
import { ACCOUNTS, DEMO_PASSWORD, REMOVER, SUPERADMIN } from './accounts.ts';

/** File that records whether a data directory holds demo data; copied with the directory. */
export const MARK = 'demo.json';
const mark = z.object({ holdsDemoData: z.boolean() });
const OPENINGS = [...ACCOUNTS, SUPERADMIN, REMOVER].map(({ email }) => ({ email, password: DEMO_PASSWORD }));

/** Durable once it resolves, before any demo data is written. */
export async function writeMark(data: DataDirectory, holdsDemoData: boolean): Promise<void> {
  const temporary = data.below(`${MARK}.${process.pid}.tmp`);
  await writeDurably(data.below(MARK), temporary, [`${JSON.stringify({ holdsDemoData })}\n`]);
}

/** Makes the next start determine it again. */
export async function removeMark(data: DataDirectory): Promise<void> {
  await rm(data.below(MARK), { force: true });
  await syncDirectory(data.path);
}

/**
 * Whether a directory holds demo data. A directory from before the mark existed is checked once for demo accounts, and
 * then marked.
 * @param identityStore opened only without a mark
 */
export async function holdsDemoData(
  data: DataDirectory,
  identityStore: () => Promise<Pick<EventStore, 'readAll'>>,
): Promise<boolean> {
  const marked = await readMark(data);
  if (marked !== undefined) return marked;
  const holds = (await demoAccountsIn(commitsAfter(await identityStore(), 0))).length > 0;
  await writeMark(data, holds);
  return holds;
}

/** Ids of the accounts the demo opened, whatever their present names, addresses and passwords. */
export function demoAccountsIn(history: AsyncIterable<readonly Pick<Commit, 'events'>[]>): Promise<readonly string[]> {
  return accountsOpenedWith(OPENINGS, history);
}

/** Undefined for a new directory, and for one from a version without the mark. */
async function readMark(data: DataDirectory): Promise<boolean | undefined> {
  const file = data.below(MARK);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new OperatorError(`${file}, which says whether demo data is here, cannot be read: ${error.message}.`);
  });
  if (text === undefined) return undefined;
  const read = mark.safeParse(jsonOf(text));
  if (!read.success) throw new OperatorError(`${file}, which says whether demo data is here, is damaged.`);
  return read.data.holdsDemoData;
}
