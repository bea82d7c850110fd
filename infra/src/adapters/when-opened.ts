import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsDatabase } from '../analytics-database/analytics-database.ts';
import { isUnavailable, unavailable } from '../errors/domain-error.ts';
import type { Consumer, MessageLog } from '../message-log/message-log.ts';
import type { Objects } from '../objects/objects.ts';
import { retry } from '../process/waiting/retry.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 2_000;

/** Returns the adapter of a server; throws UNAVAILABLE while the server has not been reached yet. */
function refusing<T>(current: () => T): () => T {
  return () => {
    try {
      return current();
    } catch (error) {
      throw unavailable(error);
    }
  };
}

/**
 * A message log whose servers may not have been reached yet: everything is refused until then, but consumers begin
 * later by themselves. It is closed with the servers.
 */
export function messageLogWhenOpened(current: () => MessageLog): MessageLog {
  const opened = refusing(current);
  return {
    ensureTopics: async (topics) => opened().ensureTopics(topics),
    publish: async (topic, records, options) => opened().publish(topic, records, options),
    consume: (options) => consumeWhenOpened(() => opened().consume(options)),
    follow: async (options) => opened().follow(options),
    behind: async (topic, from) => opened().behind(topic, from),
    identity: async () => opened().identity(),
    async close() {},
  };
}

async function consumeWhenOpened(consume: () => Promise<Consumer>): Promise<Consumer> {
  try {
    return await consume();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  const stopping = new AbortController();
  const pauses = { firstRetryMs: FIRST_RETRY_MS, longestRetryMs: LONGEST_RETRY_MS };
  let consumer: Consumer | undefined;
  const beginning = retry(consume, { ...pauses, signal: stopping.signal }).then(
    (begun) => {
      consumer = begun;
    },
    // Only stopping ends it early.
    () => {},
  );
  return {
    async lag() {
      if (consumer === undefined) throw unavailable();
      return consumer.lag();
    },
    async stop() {
      stopping.abort();
      await beginning;
      await consumer?.stop();
    },
  };
}

/** Pictures whose store may not have been reached yet. */
export function objectsWhenOpened(current: () => Objects): Objects {
  const opened = refusing(current);
  return {
    put: async (key, object) => opened().put(key, object),
    get: async (key) => opened().get(key),
    delete: async (key) => opened().delete(key),
    async *list(prefix) {
      yield* opened().list(prefix);
    },
    async close() {},
  };
}

/** A database whose server may not have been reached yet: statements are refused until then. */
export function databaseWhenOpened(
  current: () => AnalyticsDatabase,
  { database, cluster }: Pick<AnalyticsDatabase, 'database'> & { readonly cluster?: string | undefined },
): AnalyticsDatabase {
  const opened = refusing(current);
  const client = new Proxy({} as ClickHouseClient, {
    get: (_, name) => {
      // It would be taken for a promise.
      if (name === 'then') return undefined;
      return async (...given: unknown[]) => {
        const target = opened().client;
        return (Reflect.get(target, name, target) as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return {
    client,
    database,
    ...(cluster === undefined ? {} : { cluster }),
    check: async () => opened().check(),
    async close() {},
  };
}
