import type { LogRecord, MessageLog } from '@volant/infra/message-log/message-log';

interface Handed {
  readonly records: readonly LogRecord[];
  readonly taken: () => void;
}

/**
 * Yields the present content of a topic in batches; each batch is requested after the previous one was handled.
 * @param from first offset for each partition; the earliest by default
 */
export async function* readTopic(
  log: Pick<MessageLog, 'follow'>,
  topic: string,
  from: Readonly<Record<number, number>> = {},
): AsyncGenerator<readonly LogRecord[]> {
  const waiting: Handed[] = [];
  let over = false;
  let failure: { readonly error: unknown } | undefined;
  let wake = () => {};
  const end = () => {
    over = true;
    wake();
  };

  const follower = await log.follow({
    topic,
    from,
    onBatch: (records) => {
      if (over) return Promise.resolve();
      return new Promise<void>((resolve) => {
        waiting.push({ records, taken: resolve });
        wake();
      });
    },
  });
  follower.caughtUp.then(end, (error: unknown) => {
    failure = { error };
    end();
  });

  try {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) {
        try {
          yield next.records;
        } finally {
          // Needed even if the reader stops here, because the follower waits for its batch before it stops.
          next.taken();
        }
      } else if (over) {
        if (failure !== undefined) throw failure.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (over || waiting.length > 0) resolve();
        });
      }
    }
  } finally {
    over = true;
    for (const { taken } of waiting.splice(0)) taken();
    await follower.stop();
  }
}
