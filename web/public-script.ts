import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Where the build writes the hashed address of the public page's script for the server bundle. */
const note = new URL('./dist/public-script.json', import.meta.url);
const virtualId = 'virtual:public-script-address';

/** Records the script's hashed address for the server bundle. */
export function noteAddress(): Plugin {
  return {
    name: 'note-script-address',
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      // Other files come only when a passenger asks for a ride.
      if (!entry || entry.imports.length > 0) throw new Error('The script of the public page has to be one file.');
      await mkdir(dirname(note.pathname), { recursive: true });
      await writeFile(note, JSON.stringify({ address: `/${entry.fileName}` }));
    },
  };
}

/** Provides the recorded address to the server bundle as `virtual:public-script-address`. */
export function scriptAddress(): Plugin {
  return {
    name: 'script-address',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      this.addWatchFile(fileURLToPath(note));
      const { address } = JSON.parse(await readFile(note, 'utf8'));
      if (typeof address !== 'string') throw new Error('Build the application before the server bundle.');
      return `export default ${JSON.stringify(address)};`;
    },
  };
}
