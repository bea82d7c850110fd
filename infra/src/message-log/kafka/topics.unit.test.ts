import { describe, expect, it } from 'vitest';
import type { TopicDefinition } from '../message-log.ts';
import { changesOf, configOf, problemOf } from './topics.ts';

const activity: TopicDefinition = { name: 'activity', cleanup: 'delete', retentionMs: 1_000 };
const state: TopicDefinition = { name: 'state', cleanup: 'compact' };

describe('settings of a topic', () => {
  it('wants two copies before a record counts as written where there are three', () => {
    expect(configOf(activity, 3)['min.insync.replicas']).toBe('2');
    expect(configOf(activity, 1)['min.insync.replicas']).toBe('1');
  });

  it('cleans a compacted topic within a day', () => {
    expect(Number(configOf(state, 1)['max.compaction.lag.ms'])).toBeLessThan(24 * 3_600_000);
  });

  it.each([
    [{ 'cleanup.policy': 'compact', 'compression.type': 'producer' }, /compact.*delete/],
    [{ 'cleanup.policy': 'compact,delete', 'compression.type': 'producer' }, /compact,delete/],
    [{ 'cleanup.policy': 'delete', 'compression.type': 'zstd' }, /zstd/],
  ])('names what is wrong with %o', (present, sentence) => {
    expect(problemOf(activity, present)).toMatch(sentence);
  });

  it('finds nothing wrong with what can be read', () => {
    for (const compression of ['producer', 'gzip', 'uncompressed']) {
      expect(problemOf(activity, { 'cleanup.policy': 'delete', 'compression.type': compression })).toBeUndefined();
    }
  });

  it('changes retention, and a compaction that never has to come, but nothing that is right', () => {
    expect(changesOf(activity, { 'retention.ms': '5' })).toEqual({ 'retention.ms': '1000' });
    expect(changesOf(activity, { 'retention.ms': '1000' })).toEqual({});
    expect(changesOf(state, { 'max.compaction.lag.ms': '9223372036854775807' })).toHaveProperty('delete.retention.ms');
    expect(changesOf(state, { 'max.compaction.lag.ms': '3600000' })).toEqual({});
  });
});
