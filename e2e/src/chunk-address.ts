import { readFileSync } from 'node:fs';

/** What Vite's manifest says of a file. */
interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
}

function addressOf(matches: (chunk: ManifestChunk, key: string) => boolean): string {
  const manifest: Readonly<Record<string, ManifestChunk>> = JSON.parse(
    readFileSync(new URL('../../web/dist/client/client.manifest', import.meta.url), 'utf8'),
  );
  const [, found] = Object.entries(manifest).find(([key, chunk]) => matches(chunk, key)) ?? [];
  if (found === undefined) throw new Error('the client is built without such a file');
  return `/${found.file}`;
}

/** Address of a built chunk; its file name is only a hash. */
export const chunkAddress = (name: string): string => addressOf((chunk) => chunk.name === name);

/** Address of the bundled font. */
export const fontAddress = (): string => addressOf((_, key) => key.endsWith('.woff2'));
