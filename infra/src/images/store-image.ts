import { randomBytes } from 'node:crypto';
import type { Objects } from '../objects/objects.ts';
import type { ReencodedImage } from './reencode.ts';

const UPLOADED = /^\/(uploads\/[a-z0-9]{32}\.(?:jpg|png))$/;

/** An unguessable path, for a service that records it before the bytes are stored. */
export function newImagePath({ extension }: Pick<ReencodedImage, 'extension'>): string {
  return `/uploads/${randomBytes(16).toString('hex')}.${extension}`;
}

/** Stores a picture under a path from `newImagePath`. */
export async function putImage(objects: Objects, path: string, { body, contentType }: ReencodedImage): Promise<void> {
  await objects.put(path.slice(1), { body, contentType });
}

/** The object key of a path from `newImagePath`; undefined for any other text, such as another site's URL. */
export function uploadKeyOf(path: string): string | undefined {
  return UPLOADED.exec(path)?.[1];
}
