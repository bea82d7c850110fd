import * as v from 'valibot';
import { parsed } from '../api/parsed.ts';
import { readJson, removeText, writeJson } from '../browser/storage.ts';
import { claim } from './claim.ts';

const PAGE = 'pendingPage';
const HANDOVER = 'pendingHandover';
const LIFETIME_MS = 60 * 60 * 1_000;

const pendingSchema = v.object({ id: v.pipe(v.string(), v.minLength(1)), at: v.number() });

function remember(key: string, id: string): void {
  writeJson('session', key, { id, at: Date.now() });
}

function remembered(key: string): string | undefined {
  const pending = parsed(pendingSchema, readJson('session', key));
  return pending === undefined || Date.now() - pending.at > LIFETIME_MS ? undefined : pending.id;
}

/** Remembers the page to claim after the sign-in, for an hour. */
export const rememberPendingPage = (id: string): void => remember(PAGE, id);

export const pendingPage = (): string | undefined => remembered(PAGE);

/** Remembers the token of a handover link, to which the dashboard leads back after the sign-in, for an hour. */
export const rememberHandover = (token: string): void => remember(HANDOVER, token);

export const pendingHandover = (): string | undefined => remembered(HANDOVER);

export const forgetHandover = (): void => removeText('session', HANDOVER);

/** Tries once to claim the remembered page, and always forgets it. */
export async function claimPendingPage(): Promise<void> {
  const id = pendingPage();
  removeText('session', PAGE);
  if (id === undefined) return;
  try {
    await claim(id);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed automatic claim is only logged
    console.warn('The remembered page could not be claimed.', error);
  }
}
