import * as v from 'valibot';
import { parsed } from '../../api/parsed.ts';
import { readJson, removeText, writeJson } from '../../browser/storage.ts';
import { claim } from '../claim/claim.ts';

const KEY = 'pendingPage';
const LIFETIME_MS = 60 * 60 * 1_000;

const pendingSchema = v.object({ id: v.pipe(v.string(), v.minLength(1)), at: v.number() });

/** Remembers for an hour which page a visitor wanted to claim before signing in. */
export function rememberPendingPage(id: string): void {
  writeJson('session', KEY, { id, at: Date.now() });
}

/** The remembered page, if it is not too long ago. */
export function pendingPage(): string | undefined {
  const pending = parsed(pendingSchema, readJson('session', KEY));
  if (pending === undefined || Date.now() - pending.at > LIFETIME_MS) return undefined;
  return pending.id;
}

/** Tries once to claim the remembered page, and forgets it whatever comes of it. */
export async function claimPendingPage(): Promise<void> {
  const id = pendingPage();
  removeText('session', KEY);
  if (id === undefined) return;
  try {
    await claim(id);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed automatic claim is logged and nothing more
    console.warn('The remembered page could not be claimed.', error);
  }
}
