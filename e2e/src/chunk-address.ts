import { readFileSync } from 'node:fs';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../web/dist/${name}.json`, import.meta.url), 'utf8'));

/** The address of a built chunk, whose file is named by its hash alone. */
export function chunkAddress(name: string): string {
  const address: unknown = read('chunk-names')[name];
  if (typeof address !== 'string') throw new Error(`the client is built without a chunk called ${name}`);
  return address;
}

/** The address of the face that travels with the product. */
export const fontAddress = (): string => read('client-assets').font;
