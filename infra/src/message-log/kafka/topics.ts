import type { TopicDefinition } from '../message-log.ts';

const HOUR = 60 * 60 * 1000;

/** A topic's settings by Kafka's names. */
export type TopicConfig = Readonly<Record<string, string>>;

/** Compressions this client can read without a library of their own. */
const READABLE = ['producer', 'gzip', 'none', 'uncompressed'];

/**
 * An erased key's former values are to be gone within a day: the segment in use is closed and cleaned after
 * twelve hours at the latest, however little of it is out of date. Tombstones then stay for a week, for
 * readers that were away.
 */
const COMPACTION = {
  'max.compaction.lag.ms': String(12 * HOUR),
  'segment.ms': String(6 * HOUR),
  'min.cleanable.dirty.ratio': '0.1',
  'delete.retention.ms': String(7 * 24 * HOUR),
};
const LONGEST_COMPACTION_LAG_MS = 24 * HOUR;

/** What a topic is made with. */
export function configOf(definition: TopicDefinition, replicationFactor: number): TopicConfig {
  return {
    'cleanup.policy': definition.cleanup,
    'compression.type': 'producer',
    // With three copies one may be away while records are still acknowledged by two.
    'min.insync.replicas': replicationFactor >= 3 ? '2' : '1',
    ...(definition.cleanup === 'compact' ? COMPACTION : retentionOf(definition)),
  };
}

/** What makes a topic of no use to the product, in a sentence. */
export function problemOf(definition: TopicDefinition, present: TopicConfig): string | undefined {
  const cleanup = present['cleanup.policy'] ?? 'delete';
  if (cleanup !== definition.cleanup) {
    return `the topic exists with cleanup ${cleanup}, wanted is ${definition.cleanup}.`;
  }
  const compression = present['compression.type'] ?? 'producer';
  if (!READABLE.includes(compression)) {
    return `the topic's compression.type is ${compression}, which cannot be read; wanted is producer, gzip or none.`;
  }
  return undefined;
}

/** What has to be set to other values in a topic that is of use. */
export function changesOf(definition: TopicDefinition, present: TopicConfig): TopicConfig {
  if (definition.cleanup === 'compact') {
    const lag = Number(present['max.compaction.lag.ms'] ?? Number.POSITIVE_INFINITY);
    return lag <= LONGEST_COMPACTION_LAG_MS ? {} : COMPACTION;
  }
  const wanted = retentionOf(definition);
  return Object.entries(wanted).every(([name, value]) => present[name] === value) ? {} : wanted;
}

function retentionOf({ retentionMs }: TopicDefinition): TopicConfig {
  return retentionMs === undefined ? {} : { 'retention.ms': String(retentionMs) };
}
