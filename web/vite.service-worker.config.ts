import { defineConfig } from 'vite';

/** Builds dist/client/sw.js, before the public page's script, which compresses it. Its address must not change. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    target: ['es2020', 'safari14'],
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/offline/service-worker/main.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
