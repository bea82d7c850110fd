import { readFileSync } from 'node:fs';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../web/dist/${name}.json`, import.meta.url), 'utf8'));

/** Address of a built chunk; its file name is only a hash. */
export function chunkAddress(name: string): string {
  const address: unknown = read('chunk-names')[name];
  if (typeof address !== 'string') throw new Error(`the client is built without a chunk called ${name}`);
  return address;
}

/** Address of the bundled font. */
export const fontAddress = (): string => read('client-assets').font;
