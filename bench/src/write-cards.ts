import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SUPERADMIN_SETTINGS } from '@volant/e2e/api';

const WRITER = fileURLToPath(new URL('../../standalone/src/testing/write-many-cards.ts', import.meta.url));

/** A data directory with many cards. */
export interface ManyCards {
  /** The data directory that holds the cards. */
  readonly data: string;
  readonly count: number;
  /** Folder for temporary files of the measurement. */
  readonly directory: string;
}

/** Settings of the embedded product that serves them. */
export const CARD_SETTINGS = { ...SUPERADMIN_SETTINGS, NODE_ENV: 'production', VOLANT_LOG_LEVEL: 'warn' };

/** Public id of the card with this number. */
export function cardId(number: number): string {
  return `c${number.toString(36).padStart(7, '0')}`;
}

/** Writes filled-in cards, as many accounts and as many messages into an empty data directory. */
export async function writeCards(data: string, count: number): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', WRITER, data, String(count)]);
}
