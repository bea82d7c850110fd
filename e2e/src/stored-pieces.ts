import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { type ITopicMetadata, Kafka, logLevel } from 'kafkajs';
import { Client } from 'minio';
import mongoose from 'mongoose';
import { askClickHouse } from './ask-clickhouse.ts';
import { decompressed } from './clickhouse-blocks.ts';
import type { ServerAddresses } from './processes.ts';
import type { Settings } from './product.ts';
import type { Piece } from './traces.ts';

/** Every file below a directory, raw and decompressed. */
export async function* filesBelow(directory: string): AsyncGenerator<Piece> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    // The file may be deleted meanwhile.
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes === undefined) continue;
    const place = path.relative(directory, file);
    yield { place: `${place} (its name)`, bytes: Buffer.from(place) };
    yield { place, bytes };
    if (entry.name.endsWith('.bin')) {
      const column = decompressed(bytes);
      if (column !== undefined) yield { place: `${place} (decompressed)`, bytes: column };
    }
    for (const inner of inflated(bytes)) yield { place: `${place} (inflated)`, bytes: inner };
  }
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

function* inflated(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    try {
      yield gunzipSync(bytes.subarray(at));
    } catch {
      // The bytes only look like the header of a compressed stream.
    }
  }
  for (const inflate of [inflateSync, brotliDecompressSync]) {
    try {
      yield inflate(bytes);
    } catch {
      // The file as a whole is not compressed this way.
    }
  }
}

/** Everything that a product stores on its servers. */
export async function* onServers(servers: ServerAddresses, settings: Settings): AsyncGenerator<Piece> {
  yield* inMongo(servers.mongodb.url, settings.VOLANT_MONGODB_DATABASE_PREFIX ?? '');
  yield* inClickHouse(servers.clickhouse, settings.VOLANT_CLICKHOUSE_DATABASE ?? '');
  yield* inKafka(servers.kafka.brokers, settings.VOLANT_KAFKA_PREFIX ?? '');
  yield* inRedis(servers.redis.url, settings.VOLANT_REDIS_PREFIX ?? '');
  yield* inS3(servers.s3, settings.VOLANT_S3_BUCKET ?? '');
}

async function* inMongo(url: string, prefix: string): AsyncGenerator<Piece> {
  const connection = await mongoose.createConnection(url).asPromise();
  try {
    const { databases } = await connection.getClient().db('admin').admin().listDatabases();
    for (const { name } of databases.filter((one) => one.name.startsWith(prefix))) {
      const database = connection.getClient().db(name);
      for (const { name: collection } of await database.listCollections().toArray()) {
        for await (const document of database.collection(collection).find()) {
          const place = `MongoDB ${name}.${collection} ${JSON.stringify(document._id)}`;
          yield { place, bytes: Buffer.from(mongoose.mongo.BSON.serialize(document)) };
        }
      }
    }
  } finally {
    await connection.close();
  }
}

async function* inClickHouse(clickhouse: ServerAddresses['clickhouse'], database: string): AsyncGenerator<Piece> {
  const ask = (statement: string) => askClickHouse(clickhouse, statement);
  const tables = await ask(`SELECT name FROM system.tables WHERE database = '${database}' FORMAT TSV`);
  for (const table of tables.toString().split('\n').filter(Boolean)) {
    const bytes = await ask(`SELECT * FROM ${database}.${table} FORMAT RowBinary`);
    yield { place: `ClickHouse ${table}`, bytes };
  }
}

function kafkaOf(brokers: readonly string[]): Kafka {
  return new Kafka({ clientId: 'looking', brokers: [...brokers], logLevel: logLevel.NOTHING });
}

const QUIET_MS = 3_000;

async function* inKafka(brokers: readonly string[], prefix: string): AsyncGenerator<Piece> {
  const kafka = kafkaOf(brokers);
  const consumer = kafka.consumer({ groupId: `${prefix}looking-${Date.now()}` });
  const pieces: Piece[] = [];
  let heardAt = Date.now();
  await consumer.connect();
  try {
    const topics = (await topicsOf(kafka, prefix)).map(({ name }) => name);
    await consumer.subscribe({ topics, fromBeginning: true });
    let joined = false;
    consumer.on(consumer.events.GROUP_JOIN, () => {
      joined = true;
      heardAt = Date.now();
    });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ topic, message }) => {
        heardAt = Date.now();
        const headers = Object.values(message.headers ?? {}).flatMap((value) => Buffer.from(String(value)));
        const bytes = Buffer.concat([message.key ?? Buffer.alloc(0), message.value ?? Buffer.alloc(0), ...headers]);
        pieces.push({ place: `Kafka ${topic.slice(prefix.length)} at ${message.offset}`, bytes });
      },
    });
    // Compaction leaves gaps in the offsets, so the end is only recognised by silence.
    while (!joined || Date.now() - heardAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    await consumer.disconnect();
  }
  yield* pieces;
}

async function topicsOf(kafka: Kafka, prefix: string): Promise<readonly ITopicMetadata[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const names = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    return (await admin.fetchTopicMetadata({ topics: names })).topics;
  } finally {
    await admin.disconnect();
  }
}

/**
 * Makes Kafka compact now, which usually happens within a day: the next message closes a segment, which is compacted at
 * once.
 */
export async function hastenCompaction(servers: ServerAddresses, settings: Settings): Promise<void> {
  const kafka = kafkaOf(servers.kafka.brokers);
  const prefix = settings.VOLANT_KAFKA_PREFIX ?? '';
  const admin = kafka.admin();
  await admin.connect();
  try {
    const hasty = {
      'cleanup.policy': 'compact',
      'segment.ms': '100',
      'max.compaction.lag.ms': '100',
      'min.cleanable.dirty.ratio': '0.0',
    };
    const configEntries = Object.entries(hasty).map(([name, value]) => ({ name, value }));
    const resources = ['identity.users.v1', 'pages.pages.v1'].map((topic) => ({
      // Kafka's number for a resource of type topic.
      type: 2,
      name: `${prefix}${topic}`,
      configEntries,
    }));
    await admin.alterConfigs({ validateOnly: false, resources });
  } finally {
    await admin.disconnect();
  }
}

async function* inRedis(url: string, prefix: string): AsyncGenerator<Piece> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}*` })) {
      for (const key of keys as string[]) {
        const place = `Redis ${key.slice(prefix.length)}`;
        const kind = await redis.type(key);
        const value =
          kind === 'string'
            ? await redis.get(key)
            : kind === 'hash'
              ? await redis.hgetall(key)
              : kind === 'set'
                ? await redis.smembers(key)
                : kind === 'zset'
                  ? await redis.zrange(key, '0', '-1')
                  : kind === 'list'
                    ? await redis.lrange(key, 0, -1)
                    : undefined;
        // The key has expired since it was listed, or has a type that this function does not read.
        if (value === undefined && kind !== 'none') throw new Error(`${place} is a ${kind}`);
        yield { place, bytes: Buffer.from(`${key}\n${JSON.stringify(value ?? null)}`) };
      }
    }
  } finally {
    redis.disconnect();
  }
}

async function* inS3({ url, accessKey, secretKey }: ServerAddresses['s3'], bucket: string): AsyncGenerator<Piece> {
  const { hostname, port, protocol } = new URL(url);
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: protocol === 'https:',
    accessKey,
    secretKey,
  });
  for await (const { name } of client.listObjectsV2(bucket, '', true) as AsyncIterable<{ name?: string }>) {
    if (name === undefined) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await client.getObject(bucket, name)) chunks.push(Buffer.from(chunk as Uint8Array));
    yield { place: `S3 ${name}`, bytes: Buffer.concat(chunks) };
  }
}
