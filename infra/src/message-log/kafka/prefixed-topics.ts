import type { LogRecord, MessageLog } from '../message-log.ts';

/**
 * Adds a prefix to the topic names of a log, and so to its groups, which are named after topics. Callers never see the
 * prefix.
 */
export function withTopicPrefix<Log extends MessageLog>(log: Log, prefix: string): Log {
  const named = (topic: string) => prefix + topic;
  const handing = (topic: string, onBatch: (records: readonly LogRecord[]) => Promise<void>) => {
    return (records: readonly LogRecord[]) => onBatch(records.map((record) => ({ ...record, topic })));
  };
  return {
    ...log,
    ensureTopics: (topics) => log.ensureTopics(topics.map((topic) => ({ ...topic, name: named(topic.name) }))),
    publish: (topic, records, options) => log.publish(named(topic), records, options),
    consume: (options) =>
      log.consume({ ...options, topic: named(options.topic), onBatch: handing(options.topic, options.onBatch) }),
    behind: (topic, from) => log.behind(named(topic), from),
    identity: async () => `${await log.identity()} ${prefix}`,
    follow: (options) =>
      log.follow({ ...options, topic: named(options.topic), onBatch: handing(options.topic, options.onBatch) }),
  };
}
