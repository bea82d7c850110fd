import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { replayOf } from '@volant/infra/message-log/relay';
import { expect, it } from 'vitest';
import { BEGIN_AGAIN } from './carried-stores.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RELAY = /createRelay\(\{[^}]*?\bname: ([^,\n]+),/g;

interface FoundRelay {
  readonly file: string;
  /** As written in the source: a constant's name or a string. */
  readonly name: string;
}

async function relaysOfTheProduct(): Promise<FoundRelay[]> {
  const relays: FoundRelay[] = [];
  for (const folder of ['services', 'gateway/src', 'standalone/src']) {
    for (const { name, parentPath } of await readdir(path.join(ROOT, folder), {
      withFileTypes: true,
      recursive: true,
    })) {
      if (!/\.ts$/.test(name) || /\.test\.ts$/.test(name) || /node_modules|\/dist/.test(parentPath)) continue;
      const file = path.join(parentPath, name);
      const text = await readFile(file, 'utf8');
      const found = [...text.matchAll(RELAY)].map(([, constant = '']) => ({ file, name: constant }));
      expect(found.length, `relays in ${file} whose name is not seen`).toBe(text.split('createRelay({').length - 1);
      relays.push(...found);
    }
  }
  return relays;
}

it('an import restarts every relay of the product', async () => {
  const relays = await relaysOfTheProduct();
  expect(relays.length).toBeGreaterThanOrEqual(2);
  for (const { file, name } of relays) {
    const module: Record<string, unknown> = await import(pathToFileURL(file).href);
    const value = module[name];
    expect(value, `${name}, a relay's name, is to be exported by ${file}`).toBeTypeOf('string');
    for (const checkpoint of [String(value), replayOf(String(value))]) {
      expect(BEGIN_AGAIN, `${name} of ${file} in carried-stores.ts`).toContain(checkpoint);
    }
  }
});
