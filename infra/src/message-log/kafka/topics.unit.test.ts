import { describe, expect, it } from 'vitest';
import type { TopicDefinition } from '../message-log.ts';
import { changesOf, configOf, problemOf } from './topics.ts';

const activity: TopicDefinition = { name: 'activity', cleanup: 'delete', retentionMs: 1_000 };
const state: TopicDefinition = { name: 'state', cleanup: 'compact' };

describe('settings of a topic', () => {
  it('require two in-sync replicas if there are three', () => {
    expect(configOf(activity, 3)['min.insync.replicas']).toBe('2');
    expect(configOf(activity, 1)['min.insync.replicas']).toBe('1');
  });

  it('compact a topic within a day', () => {
    expect(Number(configOf(state, 1)['max.compaction.lag.ms'])).toBeLessThan(24 * 3_600_000);
  });

  it.each([
    [{ 'cleanup.policy': 'compact', 'compression.type': 'producer' }, /compact.*delete/],
    [{ 'cleanup.policy': 'compact,delete', 'compression.type': 'producer' }, /compact,delete/],
    [{ 'cleanup.policy': 'delete', 'compression.type': 'zstd' }, /zstd/],
  ])('are rejected with a reason if they are %o', (present, sentence) => {
    expect(problemOf(activity, present)).toMatch(sentence);
  });

  it('are accepted if they are readable', () => {
    for (const compression of ['producer', 'gzip', 'uncompressed']) {
      expect(problemOf(activity, { 'cleanup.policy': 'delete', 'compression.type': compression })).toBeUndefined();
    }
  });

  it('change retention and unlimited compaction lag, and keep correct values', () => {
    expect(changesOf(activity, { 'retention.ms': '5' })).toEqual({ 'retention.ms': '1000' });
    expect(changesOf(activity, { 'retention.ms': '1000' })).toEqual({});
    expect(changesOf(state, { 'max.compaction.lag.ms': '9223372036854775807' })).toHaveProperty('delete.retention.ms');
    expect(changesOf(state, { 'max.compaction.lag.ms': '3600000' })).toEqual({});
  });
});
