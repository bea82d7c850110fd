/** The process for directory-lock.int.test.ts: opens the data directory it is given, and releases it on request. */
import { type DataDirectory, openDataDirectory } from '../data-directory.ts';

let held: DataDirectory | undefined;

process.on('message', async (message: { readonly open?: string }) => {
  if (message.open === undefined) {
    await held?.release();
    held = undefined;
    process.send?.('released');
    return;
  }
  try {
    held = await openDataDirectory(message.open, { keepsViews: true });
    process.send?.('held');
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error));
  }
});
process.send?.('here');
