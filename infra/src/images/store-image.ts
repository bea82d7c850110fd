import { randomBytes } from 'node:crypto';
import type { Objects } from '../objects/objects.ts';
import type { ReencodedImage } from './reencode.ts';

const UPLOADED = /^\/(uploads\/[a-z0-9]{32}\.(?:jpg|png))$/;

/** Stores a picture under a name nobody can guess and returns the path it is served under. */
export async function storeImage(objects: Objects, image: ReencodedImage): Promise<string> {
  const key = `uploads/${randomBytes(16).toString('hex')}.${image.extension}`;
  await objects.put(key, { body: image.body, contentType: image.contentType });
  return `/${key}`;
}

/** The object behind a path `storeImage` gave out; undefined for every other text, such as the address of another site. */
export function uploadKeyOf(path: string): string | undefined {
  return UPLOADED.exec(path)?.[1];
}
