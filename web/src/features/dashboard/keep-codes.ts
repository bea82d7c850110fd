import { href } from 'react-router';
import { keepOffline } from '../../browser/keep-offline.ts';

/**
 * Keeps the screen with the driver's pages and what draws their codes, for visits without a network.
 * @param screen the code of that screen, unless it is shown
 */
export async function keepCodes(screen?: Promise<unknown>): Promise<void> {
  // Over http there is none.
  if (!('serviceWorker' in navigator)) return;
  try {
    // What was loaded is kept.
    await Promise.all([import('./share-dialog.tsx'), screen]);
    await keepOffline('/dashboard', [href('/dashboard')]);
  } catch {
    // The next visit keeps them.
  }
}
