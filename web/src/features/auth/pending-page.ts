import * as v from 'valibot';
import { parsed } from '../../api/parsed.ts';
import { readJson, removeText, writeJson } from '../../browser/storage.ts';
import { claim } from '../claim/claim.ts';

const KEY = 'pendingPage';
const LIFETIME_MS = 60 * 60 * 1_000;

const pendingSchema = v.object({ id: v.pipe(v.string(), v.minLength(1)), at: v.number() });

/** Remembers the page to claim after the sign-in, for an hour. */
export function rememberPendingPage(id: string): void {
  writeJson('session', KEY, { id, at: Date.now() });
}

/** The remembered page, unless it has expired. */
export function pendingPage(): string | undefined {
  const pending = parsed(pendingSchema, readJson('session', KEY));
  if (pending === undefined || Date.now() - pending.at > LIFETIME_MS) return undefined;
  return pending.id;
}

/** Tries once to claim the remembered page, and always forgets it. */
export async function claimPendingPage(): Promise<void> {
  const id = pendingPage();
  removeText('session', KEY);
  if (id === undefined) return;
  try {
    await claim(id);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed automatic claim is only logged
    console.warn('The remembered page could not be claimed.', error);
  }
}
