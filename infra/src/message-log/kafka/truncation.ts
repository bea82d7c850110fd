import type { Admin } from 'kafkajs';

/** Metadata of a committed offset: write time of the youngest record before it. */
export function commitNote(youngest: number): string {
  return String(youngest);
}

/**
 * Partitions that lost records after the group had read them (an unclean election, a broker that lost its last second),
 * with the offset to continue at. New records reuse the lost offsets, so the group would skip those below its committed
 * offset. Kafka's own solution is the leader epoch in fetch requests (KIP-320), which kafkajs does not support.
 * Instead, this looks up the first record younger than all that the group has read: only in a truncated log does it lie
 * before the committed offset.
 */
export async function truncatedPartitions(
  admin: Pick<Admin, 'fetchOffsets' | 'fetchTopicOffsetsByTimestamp'>,
  topic: string,
  groupId: string,
): Promise<ReadonlyMap<number, string>> {
  const [{ partitions } = { partitions: [] }] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const noted = partitions.filter(({ metadata }) => metadata !== null && /^\d+$/.test(metadata));
  const younger = new Map<string, Awaited<ReturnType<Admin['fetchTopicOffsetsByTimestamp']>>>();
  for (const note of new Set(noted.map(({ metadata }) => metadata ?? ''))) {
    younger.set(note, await admin.fetchTopicOffsetsByTimestamp(topic, Number(note) + 1));
  }
  const truncated = new Map<number, string>();
  for (const { partition, offset: committed, metadata } of noted) {
    const first = younger.get(metadata ?? '')?.find((one) => one.partition === partition)?.offset;
    if (first !== undefined && Number(first) < Number(committed)) truncated.set(partition, first);
  }
  return truncated;
}
