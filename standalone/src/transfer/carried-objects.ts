import type { Objects } from '@volant/infra/objects/objects';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { type CarriedPart, linesOf } from './carried-part.ts';
import type { RowLines } from './part-file.ts';

interface ObjectRow {
  readonly key: string;
  readonly contentType: string;
  /** Base64. */
  readonly body: string;
}

const NAME = 'pictures';
export const PICTURES_PART: Pick<CarriedPart, 'name' | 'file'> = { name: NAME, file: 'objects.ndjson.gz' };
const PORTION = { rows: 8, characters: 8_000_000 };

export interface PictureChoice {
  /** Pictures to export; all by default. */
  readonly keys?: readonly string[];
  /** Whether some may be deleted meanwhile, which are left out. */
  readonly mayVanish?: boolean;
}

export function carriedObjects(objects: Objects, { keys, mayVanish = false }: PictureChoice = {}): CarriedPart {
  return {
    ...PICTURES_PART,
    portions: PORTION,
    held: async () => (mayVanish ? undefined : (keys?.length ?? count(objects))),
    arrived: () => count(objects),
    async *rows(): AsyncGenerator<RowLines> {
      for await (const key of keys ?? objects.list('')) {
        const found = await objects.get(key);
        if (found === undefined) {
          if (mayVanish) continue;
          throw new OperatorError(`The picture ${key} was deleted meanwhile: stop Volant first.`);
        }
        const body = Buffer.from(found.body.buffer, found.body.byteOffset, found.body.byteLength).toString('base64');
        yield linesOf([{ key, contentType: found.contentType, body } satisfies ObjectRow]);
      }
    },
    async restore(portions) {
      for await (const lines of portions) {
        await Promise.all(
          lines.map((line) => {
            const { key, contentType, body } = JSON.parse(line) as ObjectRow;
            return objects.put(key, { contentType, body: new Uint8Array(Buffer.from(body, 'base64')) });
          }),
        );
      }
      return 0;
    },
  };
}

export async function picturesIn(objects: Objects): Promise<readonly string[]> {
  for await (const key of objects.list('')) return [`${NAME} (such as ${key})`];
  return [];
}

export async function keysOf(objects: Objects): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of objects.list('')) keys.push(key);
  return keys;
}

async function count(objects: Objects): Promise<number> {
  return (await keysOf(objects)).length;
}
