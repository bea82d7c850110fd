import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Where the client build writes its asset addresses for the server bundle. */
const note = new URL('./dist/client-assets.json', import.meta.url);
/** Chunk addresses by their bundler names. Test-only: never sent to browsers. */
const nameNote = new URL('./dist/chunk-names.json', import.meta.url);
const virtualId = 'virtual:client-assets';
const at = (path: string) => resolve(import.meta.dirname, path);

const SCRIPT = at('src/finished/main.ts');
const APPLICATION = at('src/app/start.tsx');
const GRAPH = at('src/app/with-graph.tsx');
/** Imports the page of each screen. */
const ROUTES = at('src/app/routes.ts');
const PAGE = /\/src\/features\/([\w-]+\/[\w-]+-page)\.tsx$/;
const TEXTS = /\/i18n\/texts\/(\w+\.\w+)\.json$/;

/** The script of the server-rendered pages; it loads the application. */
export const finishedScript = SCRIPT;

/** Writes down which assets the server-rendered pages load; the server bundle inserts them. */
export function noteClientAssets(): Plugin {
  return {
    name: 'note-client-assets',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])) as [
          string,
          Rolldown.OutputChunk,
        ][],
      );
      /**
       * The chunk with this module as its facade. If the module shares a chunk, that is a small chunk that re-exports
       * it.
       */
      const chunkOf = (module: string) => {
        const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === module);
        if (found === undefined) throw new Error(`${module} is imported as no chunk`);
        return found;
      };
      /** Lists the imports of a chunk before the chunk itself: the order in which style sheets must apply. */
      const withImports = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): Rolldown.OutputChunk[] => {
        if (seen.has(chunk.fileName)) return [];
        seen.add(chunk.fileName);
        const imported = chunk.imports.flatMap((name) => {
          const other = chunks.get(name);
          return other === undefined ? [] : withImports(other, seen);
        });
        return [...imported, chunk];
      };
      const application = withImports(chunkOf(APPLICATION));
      const addresses = (names: Iterable<string>) => [...new Set(names)].map((name) => `/${name}`);
      const partsOf = (module: string) => {
        const needed = [...application, ...withImports(chunkOf(module))];
        return {
          styles: addresses(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
          scripts: addresses(needed.map(({ fileName }) => fileName)),
        };
      };
      const pages = (this.getModuleInfo(ROUTES)?.dynamicallyImportedIds ?? []).flatMap((id) => {
        const [, page] = PAGE.exec(id) ?? [];
        return page === undefined ? [] : [[page, partsOf(id)]];
      });
      const texts = [...chunks.values()].flatMap(({ fileName, moduleIds }) => {
        const [, group] = TEXTS.exec(moduleIds[0] ?? '') ?? [];
        return group === undefined ? [] : [[group, `/${fileName}`]];
      });
      const font = Object.keys(bundle).find((name) => name.endsWith('.woff2'));
      await mkdir(dirname(note.pathname), { recursive: true });
      const names = Object.fromEntries([...chunks.values()].map(({ name, fileName }) => [name, `/${fileName}`]));
      await writeFile(nameNote, JSON.stringify(names));
      await writeFile(
        note,
        JSON.stringify({
          script: `/${chunkOf(SCRIPT).fileName}`,
          font: `/${font}`,
          pages: Object.fromEntries(pages),
          graph: partsOf(GRAPH),
          texts: Object.fromEntries(texts),
        }),
      );
    },
  };
}

/** Provides the recorded addresses to the server bundle as `virtual:client-assets`. */
export function clientAssets(): Plugin {
  return {
    name: 'client-assets',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      return `export const assets = ${await readFile(note, 'utf8')};`;
    },
  };
}
