import type { Admin } from 'kafkajs';

/** What a commit says of the partition beside the offset: when the youngest record before it was written. */
export function commitNote(youngest: number): string {
  return String(youngest);
}

/**
 * Partitions whose log has lost records that the group had read (an unclean election, a broker that lost its last
 * second), with the offset to read on at. New records take the numbers of the lost ones, so that the group would pass
 * over those below the offset it has committed. Kafka's own answer is the leader's epoch in each question for records
 * (KIP-320), which kafkajs does not know. Here the first record that is younger than any the group has read is looked
 * for: only in a log that was cut it lies before the committed offset.
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
