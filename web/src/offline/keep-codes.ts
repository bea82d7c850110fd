import { href } from 'react-router';
import { keepOffline } from './keep-offline.ts';

let loadCode: (() => Promise<unknown>) | undefined;

/** The application declares what draws the codes of the driver's pages, because that is another feature's code. */
export function codesAreDrawnBy(load: () => Promise<unknown>): void {
  loadCode = load;
}

/** Keeps the screen with the driver's pages and what draws their codes, for visits without a network. */
export async function keepCodes(): Promise<void> {
  // Over http there is none.
  if (!('serviceWorker' in navigator)) return;
  try {
    // What was loaded is kept.
    await loadCode?.();
    await keepOffline('/dashboard', [href('/dashboard')]);
  } catch {
    // The next visit keeps them.
  }
}
