import { SettingError } from '../process/settings/server-errors.ts';
import type { EventStore } from './event-store.ts';

/** Checkpoint that is set while an import into the store is incomplete. */
export const UNFINISHED_IMPORT = 'unfinished-import';

/** Number of the unfinished import in this store; undefined if there is no such import. */
export async function unfinishedImport({ checkpoints }: Pick<EventStore, 'checkpoints'>): Promise<number | undefined> {
  const ticket = await checkpoints.load(UNFINISHED_IMPORT);
  return ticket === 0 ? undefined : ticket;
}

export async function beginImport({ checkpoints }: Pick<EventStore, 'checkpoints'>, ticket: number): Promise<void> {
  await checkpoints.save(UNFINISHED_IMPORT, ticket);
}

export async function finishImport({ checkpoints }: Pick<EventStore, 'checkpoints'>): Promise<void> {
  await checkpoints.save(UNFINISHED_IMPORT, 0);
}

/** @throws SettingError while an import is unfinished */
export async function refuseUnfinishedImport(store: Pick<EventStore, 'checkpoints'>, setting: string): Promise<void> {
  if ((await unfinishedImport(store)) === undefined) return;
  throw new SettingError(
    setting,
    'holds an import that was not finished: run npm run import again, with the same export.',
  );
}
