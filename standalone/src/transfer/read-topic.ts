import type { LogRecord, MessageLog } from '@volant/infra/message-log/message-log';

interface Handed {
  readonly records: readonly LogRecord[];
  readonly taken: () => void;
}

/**
 * Everything that is in a topic now, batch by batch; a batch is asked for when the one before has been dealt with.
 * @param from first offset wanted for each partition; the earliest where none is named
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
          // Also where nobody wants more: the follower stops once its batch is done.
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
