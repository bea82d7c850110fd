import kafkajs, { type Admin, type Kafka as KafkaClient } from 'kafkajs';
import type { Cluster } from './cluster.ts';

const TOPIC = 'pages.activity.v1';

/** Kafka's name for the cluster's event topic. */
export function activityTopic({ settings }: Pick<Cluster, 'settings'>): string {
  return `${settings.VOLANT_KAFKA_PREFIX ?? ''}${TOPIC}`;
}

function clientOf({ servers }: Pick<Cluster, 'servers'>): KafkaClient {
  return new kafkajs.Kafka({
    clientId: 'endurance',
    brokers: [...servers.addresses.kafka.brokers],
    logLevel: kafkajs.logLevel.NOTHING,
  });
}

export async function publish(cluster: Cluster, topic: string, messages: kafkajs.Message[]): Promise<void> {
  const producer = clientOf(cluster).producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await producer.connect();
  await producer.send({ topic, messages });
  await producer.disconnect();
}

async function withAdmin<T>(cluster: Cluster, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = clientOf(cluster).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Resets ingest's offsets, so that it reads everything again. None of its processes may run. */
export function forgetOffsets(cluster: Cluster): Promise<void> {
  const topic = activityTopic(cluster);
  return withAdmin(cluster, async (admin) => {
    const { groups } = await admin.listGroups();
    const group = groups.find(({ groupId }) => groupId.endsWith(`${topic}.ingest`));
    if (group === undefined) throw new Error(`nobody ingests ${topic}`);
    await admin.resetOffsets({ groupId: group.groupId, topic, earliest: true });
  });
}

/** Keys of the dead letters, when there are at least this many. */
export async function deadKeys(cluster: Cluster, atLeast: number, withinMs: number): Promise<readonly string[]> {
  const consumer = clientOf(cluster).consumer({ groupId: `endurance-${Date.now()}`, maxWaitTimeInMs: 200 });
  const keys: string[] = [];
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [`${activityTopic(cluster)}.dead`], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ message: { headers } }) => void keys.push(String(headers?.key ?? '')),
    });
    const deadline = Date.now() + withinMs;
    while (keys.length < atLeast && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
    return keys;
  } finally {
    await consumer.disconnect();
  }
}
