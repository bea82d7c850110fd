import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { finishedScript, MANIFEST } from './client-assets.ts';
import { fontLicence } from './font-licence.ts';
import { serveGallery } from './gallery/serve-gallery.ts';
import { namelessFiles } from './nameless-files.ts';

/** The server of `npm run dev`, and what it answers there. */
const backend = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const ofBackend = ['/api', '/graphql', '/uploads', '/site.json', '/dev/', '/d/', '/assets/'];

/** Licences of the code and the font that browsers load. */
const LICENCES = 'licences.txt';

const router = fileURLToPath(new URL('../node_modules/react-router/dist/production', import.meta.url));

/** Builds the application in dist/client. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), fontLicence(LICENCES), serveGallery()],
  resolve: {
    // The package's default export is the development build with its warnings.
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: `${router}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
          ]
        : [],
    // RxJS as ES2015 instead of ES5.
    conditions: ['es2015', ...defaultClientConditions],
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: MANIFEST,
    // The content security policy forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: LICENCES },
    rolldownOptions: {
      input: { index: 'index.html', finished: finishedScript },
      output: { ...namelessFiles, codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    proxy: Object.fromEntries(ofBackend.map((path) => [path, backend])),
  },
}));
