import { defineConfig } from 'vite';
import { clientAssets } from './client-assets.ts';
import { scriptAddress } from './public-script.ts';

/** Builds dist/server/render.js, which the gateway renders pages with; it needs only Node. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [scriptAddress(), clientAssets()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/server/render.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node24',
    cssTarget: ['chrome100', 'safari15', 'firefox110'],
    minify: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" directives have no meaning here: ignore the warnings.
      onLog: (level, log, next) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && next(level, log),
      output: { entryFileNames: 'render.js', codeSplitting: false },
    },
  },
});
