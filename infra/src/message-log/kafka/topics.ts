import type { TopicDefinition } from '../message-log.ts';

const HOUR = 60 * 60 * 1000;

/** Settings of a topic by Kafka's names. */
export type TopicConfig = Readonly<Record<string, string>>;

export function toEntries(config: TopicConfig) {
  return Object.entries(config).map(([name, value]) => ({ name, value }));
}

/** Compressions that this client reads without an additional library. */
const READABLE = ['producer', 'gzip', 'none', 'uncompressed'];

/**
 * Former values of an erased key must be gone within a day: the active segment is closed and compacted after twelve
 * hours at the latest, however little of it is outdated. Tombstones stay for a week for readers that were offline.
 */
const COMPACTION = {
  'max.compaction.lag.ms': String(12 * HOUR),
  'segment.ms': String(6 * HOUR),
  'min.cleanable.dirty.ratio': '0.1',
  'delete.retention.ms': String(7 * 24 * HOUR),
};
const LONGEST_COMPACTION_LAG_MS = 24 * HOUR;

/** Settings of a new topic. */
export function configOf(definition: TopicDefinition, replicationFactor: number): TopicConfig {
  return {
    'cleanup.policy': definition.cleanup,
    'compression.type': 'producer',
    // With three replicas, one may be down while two still acknowledge records.
    'min.insync.replicas': replicationFactor >= 3 ? '2' : '1',
    ...(definition.cleanup === 'compact' ? COMPACTION : retentionOf(definition)),
  };
}

/** A sentence if the existing topic cannot be used. */
export function problemOf(definition: TopicDefinition, present: TopicConfig): string | undefined {
  const cleanup = present['cleanup.policy'] ?? 'delete';
  if (cleanup !== definition.cleanup) {
    return `the topic exists with cleanup ${cleanup}, not ${definition.cleanup}.`;
  }
  const compression = present['compression.type'] ?? 'producer';
  if (!READABLE.includes(compression)) {
    return `the topic's compression.type is ${compression}, which cannot be read; set it to producer, gzip or none.`;
  }
  return undefined;
}

/** Settings to change in a usable topic. */
export function changesOf(definition: TopicDefinition, present: TopicConfig): TopicConfig {
  if (definition.cleanup === 'compact') {
    const lag = Number(present['max.compaction.lag.ms'] ?? Number.POSITIVE_INFINITY);
    return lag <= LONGEST_COMPACTION_LAG_MS ? {} : COMPACTION;
  }
  const expected = retentionOf(definition);
  return Object.entries(expected).every(([name, value]) => present[name] === value) ? {} : expected;
}

function retentionOf({ retentionMs }: TopicDefinition): TopicConfig {
  return retentionMs === undefined ? {} : { 'retention.ms': String(retentionMs) };
}
