import { defineConfig } from 'vite';
import { namelessFiles } from './nameless-files.ts';
import { precompress } from './precompress.ts';
import { noteAddress } from './public-script.ts';

/**
 * Builds the public page's script in dist/client, after the application. As a second entry of the application it
 * would share chunks with it, and a scanned card would wait for several files.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [noteAddress(), precompress()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    target: ['es2020', 'safari14'],
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/public-page/script/main.ts', output: namelessFiles },
  },
});
