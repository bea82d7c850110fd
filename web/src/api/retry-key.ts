import { v4 as uuid } from 'uuid';

interface Sent {
  /** A file is itself, anything else its text. */
  readonly content: unknown;
  readonly key: string;
}

/** The latest request of each kind that has not succeeded yet. */
const unsettled = new Map<string, Sent>();

/**
 * Sends a change under an idempotency key. The key stays the same while the same change is tried again, so that the
 * server makes it once even if an answer was lost. Another content, or the same one after a success, gets a new key.
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
