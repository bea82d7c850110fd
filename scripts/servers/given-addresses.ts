import type { Addresses, ServerName } from './server.ts';
import { ServersError } from './server.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Addresses of servers from the environment: `VOLANT_TEST_<SERVER>_URL` and related variables.
 * @throws ServersError naming the missing variables of a given address
 */
export function givenAddresses(environment: Environment): Partial<Addresses> {
  const given = (name: string) => environment[`VOLANT_TEST_${name}`] || undefined;
  const needed = (name: string, because: string) => {
    const value = given(name);
    if (value === undefined) throw new ServersError(`VOLANT_TEST_${name} is missing beside VOLANT_TEST_${because}.`);
    return value;
  };
  const mongodb = given('MONGODB_URL');
  const brokers = given('KAFKA_BROKERS');
  const clickhouse = given('CLICKHOUSE_URL');
  const redis = given('REDIS_URL');
  const s3 = given('S3_URL');
  const smtp = given('SMTP_URL');
  return {
    ...(mongodb === undefined ? {} : { mongodb: { url: mongodb } }),
    ...(brokers === undefined ? {} : { kafka: { brokers: brokers.split(',').map((broker) => broker.trim()) } }),
    ...(clickhouse === undefined
      ? {}
      : {
          clickhouse: {
            url: clickhouse,
            username: given('CLICKHOUSE_USERNAME') ?? 'default',
            password: given('CLICKHOUSE_PASSWORD') ?? '',
          },
        }),
    ...(redis === undefined ? {} : { redis: { url: redis } }),
    ...(s3 === undefined
      ? {}
      : {
          s3: {
            url: s3,
            accessKey: needed('S3_ACCESS_KEY', 'S3_URL'),
            secretKey: needed('S3_SECRET_KEY', 'S3_URL'),
          },
        }),
    ...(smtp === undefined ? {} : { smtp: { url: smtp, inboxUrl: needed('SMTP_INBOX_URL', 'SMTP_URL') } }),
  };
}

export function missingNames(names: readonly ServerName[], addresses: Partial<Addresses>): ServerName[] {
  return names.filter((name) => addresses[name] === undefined);
}
