import { defineConfig } from 'vite';
import { scriptAddress } from './public-script.ts';

/** What the gateway renders /d/{id} with: dist/server/public-page.js, which needs nothing but Node. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [scriptAddress()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/server/public-page.tsx',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    cssTarget: ['chrome100', 'safari15', 'firefox110'],
    minify: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'public-page.js' } },
  },
});
