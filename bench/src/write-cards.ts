import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SUPERADMIN_SETTINGS } from '@volant/e2e/api';

const WRITER = fileURLToPath(new URL('../../standalone/src/testing/write-many-cards.ts', import.meta.url));

/** Cards, and where they lie. */
export interface ManyCards {
  /** The data directory they are written into. */
  readonly data: string;
  readonly count: number;
  /** For what is needed while they are measured. */
  readonly directory: string;
}

/** Of the embedded product over them. */
export const CARD_SETTINGS = { ...SUPERADMIN_SETTINGS, NODE_ENV: 'production', VOLANT_LOG_LEVEL: 'warn' };

/** Public id of a card that was written, by its number. */
export function cardId(number: number): string {
  return `c${number.toString(36).padStart(7, '0')}`;
}

/** Writes cards that are filled in, as many accounts and as many messages into a data directory that has none. */
export async function writeCards(data: string, count: number): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', WRITER, data, String(count)]);
}
