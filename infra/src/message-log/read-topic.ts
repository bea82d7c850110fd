import type { LogRecord, MessageLog } from './message-log.ts';

/**
 * Yields the present content of a topic in batches; each batch is requested after the previous one was taken.
 * @param from first offset for each partition; the earliest by default
 */
export async function* readTopic(
  log: Pick<MessageLog, 'follow'>,
  topic: string,
  from: Readonly<Record<number, number>> = {},
): AsyncGenerator<readonly LogRecord[]> {
  const { readable, writable } = new TransformStream<readonly LogRecord[], readonly LogRecord[]>();
  const writer = writable.getWriter();
  // A reader that stops early makes every write fail; the follower must not see that.
  const ignored = () => undefined;
  const follower = await log.follow({ topic, from, onBatch: (records) => writer.write(records).catch(ignored) });
  follower.caughtUp.then(
    () => writer.close().catch(ignored),
    (error: unknown) => writer.abort(error).catch(ignored),
  );
  writer.closed.catch(ignored);
  try {
    yield* readable;
  } finally {
    await follower.stop();
  }
}
