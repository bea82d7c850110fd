import { v5 as uuidV5 } from 'uuid';

/** Name space of ids made from idempotency keys. */
const RETRIES = 'f3b0a1de-0f5c-4c39-9a52-6d0d3b6d5c11';

/**
 * An id that is the same whenever a request is sent again with its key; a new one if the request has no key.
 * @param purpose the operation, and the person or e-mail address it is done for: a key of one person is worth
 *   nothing to another
 */
export function repeatableId(
  newId: () => string,
  idempotencyKey: string | undefined,
  ...purpose: readonly (string | number)[]
): string {
  return idempotencyKey === undefined ? newId() : uuidV5(JSON.stringify([idempotencyKey, ...purpose]), RETRIES);
}
