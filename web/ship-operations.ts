import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Copies the list of the client's operations beside the builds, where the gateway reads it. */
export function shipOperations(): Plugin {
  return {
    name: 'ship-operations',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler(error) {
        if (!error) await copyFile(at('operations.json'), at('dist/operations.json'));
      },
    },
  };
}
