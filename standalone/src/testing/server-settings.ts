import { testServers } from '@volant/infra/testing/test-servers';
import type { Environment } from './commands.ts';

/** Settings for a product on the test servers, with databases and prefixes of this name. */
export function serverSettings(name: string, dataDirectory: string): Environment {
  const { mongodb, kafka, clickhouse, redis, s3 } = testServers();
  return {
    VOLANT_DATA_DIR: dataDirectory,
    VOLANT_DEMO: 'off',
    VOLANT_MONGODB_URL: mongodb.url,
    VOLANT_MONGODB_DATABASE_PREFIX: name,
    VOLANT_KAFKA_BROKERS: kafka.brokers.join(','),
    VOLANT_KAFKA_PREFIX: `${name}.`,
    VOLANT_KAFKA_PARTITIONS: '3',
    VOLANT_KAFKA_REPLICATION_FACTOR: '1',
    VOLANT_CLICKHOUSE_URL: clickhouse.url,
    VOLANT_CLICKHOUSE_USERNAME: clickhouse.username,
    VOLANT_CLICKHOUSE_PASSWORD: clickhouse.password,
    VOLANT_CLICKHOUSE_DATABASE: name,
    VOLANT_REDIS_URL: redis.url,
    VOLANT_REDIS_PREFIX: `${name}:`,
    VOLANT_S3_URL: s3.url,
    VOLANT_S3_ACCESS_KEY: s3.accessKey,
    VOLANT_S3_SECRET_KEY: s3.secretKey,
    VOLANT_S3_BUCKET: name,
  };
}
