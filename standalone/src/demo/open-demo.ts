import { historyOf } from '@volant/identity/commands/opened-with';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { type DataDirectory, StartError } from '../data-directory.ts';
import { demoAccountsIn, holdsDemoData } from './mark.ts';
import { isUnfinished, removeUnfinished } from './unfinished.ts';

export interface Demo {
  /** Demo data is here, or will be in a moment: what is for developers alone may be open. */
  readonly runs: boolean;
  /** Nothing is here yet. */
  readonly isToBeWritten: boolean;
}

export interface DemoQuestion {
  readonly data: DataDirectory;
  /** Whether the settings allow for a demo. */
  readonly allowed: boolean;
  readonly identityStore: () => Promise<Pick<EventStore, 'readAll'>>;
  /** Accounts lie on a real server, of which the directory's mark says nothing. */
  readonly onServer: boolean;
}

/**
 * Finds out what a start has to do with demo data. An earlier start that was ended while it wrote them told nobody of
 * its address, so that nothing of anybody's is there: it is as if it had not been.
 * @throws StartError where demo data is and must not be
 */
export async function openDemo({ data, allowed, identityStore, onServer }: DemoQuestion): Promise<Demo> {
  const unfinished = await isUnfinished(data);
  if (unfinished) await removeUnfinished(data);
  if (allowed && (data.wasEmpty || unfinished)) return { runs: true, isToBeWritten: true };
  if (await holdsDemoData(data, onServer ? async () => ({ readAll: async () => [] }) : identityStore)) {
    if (allowed) return { runs: true, isToBeWritten: false };
    throw new StartError(
      `${data.path} holds demo data, whose passwords are known: take them away with "npm run demo -- remove", or set VOLANT_DATA_DIR to an empty directory.`,
    );
  }
  if (onServer && (await demoAccountsIn(historyOf(await identityStore()))).length > 0) {
    throw new StartError(
      'The MongoDB of VOLANT_MONGODB_URL holds accounts of the demo, whose passwords are known: use an empty one.',
    );
  }
  return { runs: false, isToBeWritten: false };
}
