import { createHash } from 'node:crypto';

/**
 * An id in the form of a UUID that is the same whenever the request is repeated; a new one where the request has no
 * key.
 * @param purpose whose request it is, and what for
 */
export function repeatableId(
  newId: () => string,
  idempotencyKey: string | undefined,
  ...purpose: readonly string[]
): string {
  if (idempotencyKey === undefined) return newId();
  const digest = createHash('sha256')
    .update(JSON.stringify([idempotencyKey, ...purpose]))
    .digest();
  // Version 8, "vendor specific", of RFC 9562.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
