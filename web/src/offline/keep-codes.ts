import { href } from 'react-router';
import { codeToKeep } from './code-to-keep.ts';
import { keepOffline } from './keep-offline.ts';

/** Keeps the screen with the driver's pages and what draws their codes, for visits without a network. */
export async function keepCodes(): Promise<void> {
  // Over http there is none.
  if (!('serviceWorker' in navigator)) return;
  try {
    // What was loaded stays.
    await codeToKeep.load?.();
    await keepOffline('/dashboard', [href('/dashboard')]);
  } catch {
    // The next visit keeps them.
  }
}
