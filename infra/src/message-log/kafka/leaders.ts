import type { Admin } from 'kafkajs';

export async function haveLeaders(client: Admin, names: readonly string[]): Promise<boolean> {
  const present = new Set(await client.listTopics());
  if (!names.every((name) => present.has(name))) return false;
  const { topics } = await client.fetchTopicMetadata({ topics: [...names] });
  return topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0));
}

/** Server ids by address, and leaders by partition. */
export async function leadersOf(client: Admin, topic: string) {
  const [{ brokers }, { topics }] = await Promise.all([
    client.describeCluster(),
    client.fetchTopicMetadata({ topics: [topic] }),
  ]);
  const partitions = topics.flatMap((described) => described.partitions);
  return {
    servers: new Map(brokers.map(({ nodeId, host, port }) => [`${host}:${port}`, nodeId])),
    leaders: new Map(partitions.map(({ partitionId, leader }) => [partitionId, leader])),
  };
}
