import { v5 as uuidV5 } from 'uuid';

/** UUID namespace of ids derived from idempotency keys. */
const RETRIES = 'f3b0a1de-0f5c-4c39-9a52-6d0d3b6d5c11';

/**
 * Returns the same id whenever a request is retried with its key; a new one if the request has no key.
 * @param purpose the operation, and the person or e-mail address it is done for: a key of one person must not work for
 * another
 */
export function repeatableId(
  newId: () => string,
  idempotencyKey: string | undefined,
  ...purpose: readonly (string | number)[]
): string {
  return idempotencyKey === undefined ? newId() : uuidV5(JSON.stringify([idempotencyKey, ...purpose]), RETRIES);
}
