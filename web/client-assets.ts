import { readFile } from 'node:fs/promises';
import type { Manifest, ManifestChunk, Plugin } from 'vite';

/** Vite's manifest of the client. The gateway serves no file with this ending. */
export const MANIFEST = 'client.manifest';
/** The script of the server-rendered pages; it loads the application. */
export const finishedScript = 'src/finished/main.ts';

const virtualId = 'virtual:client-assets';
const PAGE = /^src\/features\/([\w/-]+-(?:page|tab))\.tsx$/;
const TEXTS = /^src\/i18n\/texts\/(\w+\.\w+)\.json$/;

/** The addresses of the assets that server-rendered pages load. */
function assetsIn(manifest: Manifest) {
  const chunk = (key: string) => {
    const found = manifest[key];
    if (found === undefined) throw new Error(`${key} has no chunk`);
    return found;
  };
  /** Lists the imports of a chunk before the chunk itself: the order in which style sheets must apply. */
  const withImports = (key: string, seen = new Set<string>()): ManifestChunk[] => {
    if (seen.has(key)) return [];
    seen.add(key);
    const { imports = [] } = chunk(key);
    return [...imports.flatMap((other) => withImports(other, seen)), chunk(key)];
  };
  const addresses = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
  const application = withImports('src/app/start.tsx');
  const partsOf = (key: string) => {
    const needed = [...application, ...withImports(key)];
    return {
      styles: addresses(needed.flatMap(({ css = [] }) => css)),
      scripts: addresses(needed.map(({ file }) => file)),
    };
  };
  const keys = Object.keys(manifest);
  const named = <Value>(pattern: RegExp, read: (key: string) => Value) =>
    Object.fromEntries(keys.flatMap((key) => (pattern.exec(key) ?? []).slice(1).map((name) => [name, read(key)])));
  return {
    script: `/${chunk(finishedScript).file}`,
    font: `/${chunk(keys.find((key) => key.endsWith('.woff2')) ?? 'the font').file}`,
    pages: named(PAGE, partsOf),
    graph: partsOf('src/app/with-graph.tsx'),
    texts: named(TEXTS, (key) => `/${chunk(key).file}`),
  };
}

/** Provides the addresses of the client's assets to the server bundle as `virtual:client-assets`. */
export function clientAssets(): Plugin {
  return {
    name: 'client-assets',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      const manifest = await readFile(new URL(`./dist/client/${MANIFEST}`, import.meta.url), 'utf8');
      return `export const assets = ${JSON.stringify(assetsIn(JSON.parse(manifest)))};`;
    },
  };
}
