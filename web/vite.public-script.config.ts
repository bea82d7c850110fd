import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { noteScriptAddress } from './script-address.ts';

/**
 * The script of the public page, built by itself: as a second entry of the
 * application it would share chunks with it, and a scanned card would wait for
 * more than one file.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [noteScriptAddress(), precompress()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    target: ['es2020', 'safari14'],
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { 'public-page': 'src/public-script/main.ts' },
      output: { entryFileNames: 'assets/[name]-[hash].js' },
    },
  },
});
