import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import { DomainError } from '../errors/domain-error.ts';

export type ImageFormat = 'jpeg' | 'png';

export interface ReadImage {
  readonly bytes: Buffer;
  readonly format: ImageFormat;
}

const SIGNATURES: readonly (readonly [ImageFormat, Buffer])[] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];
const LONGEST_SIGNATURE = 8;

/**
 * Collects an uploaded picture, and stops reading as soon as it is certain to be refused. Its first bytes determine the
 * format.
 * @throws DomainError IMAGE_TOO_LARGE, IMAGE_INVALID
 */
export async function readImage(body: AsyncIterable<Uint8Array>): Promise<ReadImage> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let format: ImageFormat | undefined;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MOST_PICTURE_BYTES) throw new DomainError('IMAGE_TOO_LARGE');
    chunks.push(chunk);
    if (format === undefined && size >= LONGEST_SIGNATURE) format = formatOf(Buffer.concat(chunks));
  }
  const bytes = Buffer.concat(chunks, size);
  return { bytes, format: format ?? formatOf(bytes) };
}

function formatOf(start: Buffer): ImageFormat {
  const found = SIGNATURES.find(([, signature]) => start.subarray(0, signature.length).equals(signature));
  if (found === undefined) throw new DomainError('IMAGE_INVALID');
  return found[0];
}
