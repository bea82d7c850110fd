import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import type { TextKey } from '../i18n/text-key.ts';

/** Types offered by the browser's file chooser. */
export const PICTURE_TYPES = '.png,.jpg,.jpeg,image/png,image/jpeg';

const SIGNATURES: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/** Why a file is not accepted; undefined if it is. Checks the content, not the name. */
export async function refusedPicture(file: File): Promise<TextKey | undefined> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (!SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte))) {
    return 'picture.invalidType';
  }
  return file.size > MOST_PICTURE_BYTES ? 'picture.tooLarge' : undefined;
}
