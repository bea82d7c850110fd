import { randomBytes } from 'node:crypto';
import type { Objects } from '../objects/objects.ts';
import type { ReencodedImage } from './reencode.ts';

const UPLOADED = /^\/(uploads\/[a-z0-9]{32}\.(?:jpg|png))$/;

/** A path nobody can guess, for a service that notes it before the bytes are there. */
export function newImagePath({ extension }: Pick<ReencodedImage, 'extension'>): string {
  return `/uploads/${randomBytes(16).toString('hex')}.${extension}`;
}

/** Stores a picture under a path of `newImagePath`. */
export async function putImage(objects: Objects, path: string, { body, contentType }: ReencodedImage): Promise<void> {
  await objects.put(path.slice(1), { body, contentType });
}

/** Stores a picture under a name nobody can guess and returns the path it is served under. */
export async function storeImage(objects: Objects, image: ReencodedImage): Promise<string> {
  const path = newImagePath(image);
  await putImage(objects, path, image);
  return path;
}

/** The object behind a path `storeImage` gave out; undefined for every other text, such as the address of another site. */
export function uploadKeyOf(path: string): string | undefined {
  return UPLOADED.exec(path)?.[1];
}
