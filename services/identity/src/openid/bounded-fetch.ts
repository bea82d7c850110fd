/** Longest wait for an answer of the issuer, with its body. */
export const ISSUER_TIMEOUT_MS = 4_000;
/** Maximum bytes of an answer; metadata and keys have a few KB. */
const LARGEST_ANSWER = 512 * 1024;
/** Statuses whose answers have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * Requests to the issuer: in time, small, and without redirects. Addresses of private networks are allowed, because the
 * operator names the issuer.
 */
export async function boundedFetch(address: string, options: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(ISSUER_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const response = await fetch(address, { ...options, redirect: 'manual', signal });
  const { status, statusText, headers } = response;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > LARGEST_ANSWER) throw new AnswerTooLarge(`the answer of ${address} is larger than ${LARGEST_ANSWER}`);
    parts.push(part);
  }
  return new Response(EMPTY.has(status) ? null : Buffer.concat(parts), { status, statusText, headers });
}
