import { commitsAfter } from '@volant/infra/event-store/commits-after';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { DataDirectory } from '../data-directory.ts';
import { demoAccountsIn, holdsDemoData } from './mark.ts';
import { isUnfinished, removeUnfinished } from './unfinished.ts';

export interface Demo {
  /** Demo data exists or is about to be written, so developer features may be open. */
  readonly runs: boolean;
  /** Whether demo data still has to be written. */
  readonly isToBeWritten: boolean;
}

export interface DemoQuestion {
  readonly data: DataDirectory;
  /** Whether the settings allow a demo. */
  readonly allowed: boolean;
  readonly identityStore: () => Promise<Pick<EventStore, 'readAll'>>;
  /** Accounts are on a real server, which the directory's mark does not cover. */
  readonly onServer: boolean;
}

/**
 * Determines what a start does about demo data. Demo data of an interrupted first start is removed: no real data can be
 * beside it, because that start never announced its address.
 * @throws OperatorError if there is demo data and the settings do not allow it
 */
export async function openDemo({ data, allowed, identityStore, onServer }: DemoQuestion): Promise<Demo> {
  const unfinished = isUnfinished(data);
  if (unfinished) await removeUnfinished(data);
  if (allowed && (data.wasEmpty || unfinished)) return { runs: true, isToBeWritten: true };
  if (await holdsDemoData(data, onServer ? async () => ({ readAll: async () => [] }) : identityStore)) {
    if (allowed) return { runs: true, isToBeWritten: false };
    throw new OperatorError(
      `${data.path} holds demo data, whose passwords are known: take them away with "npm run demo -- remove", or set VOLANT_DATA_DIR to an empty directory.`,
    );
  }
  if (onServer && (await demoAccountsIn(commitsAfter(await identityStore(), 0))).length > 0) {
    throw new OperatorError(
      'The MongoDB of VOLANT_MONGODB_URL holds accounts of the demo, whose passwords are known: use an empty one.',
    );
  }
  return { runs: false, isToBeWritten: false };
}
