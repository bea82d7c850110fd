import { v4 as uuid } from 'uuid';

interface Sent {
  /** A file itself, or the JSON text of any other content. */
  readonly content: unknown;
  readonly key: string;
}

/** The latest request of each kind that has not succeeded yet. */
const unsettled = new Map<string, Sent>();

/**
 * Sends a change under an idempotency key. Retries of the same change keep the key, so that the server applies it
 * once even if a response was lost. Different content, or the same content after a success, gets a new key.
 * @param kind the path or the operation that makes the change
 */
export async function withRetryKey<T>(kind: string, sent: unknown, send: (key: string) => Promise<T>): Promise<T> {
  const content = sent instanceof File ? sent : JSON.stringify(sent);
  const last = unsettled.get(kind);
  const { key } = last !== undefined && last.content === content ? last : { key: uuid() };
  unsettled.set(kind, { content, key });
  const answer = await send(key);
  if (unsettled.get(kind)?.key === key) unsettled.delete(kind);
  return answer;
}
