import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Adds the font's licence to those of the packages, which Vite collects from modules alone. */
export function fontLicence(collected: string): Plugin {
  return {
    name: 'font-licence',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const file = bundle[collected];
        if (file?.type !== 'asset') this.error(`there is no ${collected}`);
        const directory = new URL('../node_modules/@fontsource-variable/bricolage-grotesque/', import.meta.url);
        file.source = `${file.source}\n## Bricolage Grotesque (OFL-1.1)\n\n${await readFile(new URL('LICENSE', directory), 'utf8')}`;
      },
    },
  };
}
