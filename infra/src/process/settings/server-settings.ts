import type { GivenServers } from './server-shape.ts';

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Omits undefined values, so that adapters use their own defaults. */
function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** The real servers a process uses; an undefined one is replaced by its embedded adapter. */
export type ServerSettings = ReturnType<typeof serverSettingsOf>;

/** The setting with a server's address. */
export const SERVER_ADDRESSES = {
  mongodb: 'VOLANT_MONGODB_URL',
  kafka: 'VOLANT_KAFKA_BROKERS',
  clickhouse: 'VOLANT_CLICKHOUSE_URL',
  redis: 'VOLANT_REDIS_URL',
  s3: 'VOLANT_S3_URL',
  smtp: 'VOLANT_SMTP_URL',
} as const;

export type Server = keyof typeof SERVER_ADDRESSES;

/** Converts settings to the adapters' form. */
export function serverSettingsOf(given: GivenServers) {
  const login = (server: 'MONGODB' | 'KAFKA' | 'CLICKHOUSE' | 'REDIS' | 'SMTP' | 'SUPPORT_IMAP') => ({
    username: given[`VOLANT_${server}_USERNAME`],
    password: given[`VOLANT_${server}_PASSWORD`],
    ca: given[`VOLANT_${server}_TLS_CA`],
  });
  const {
    VOLANT_MONGODB_URL: mongodb,
    VOLANT_KAFKA_BROKERS: brokers,
    VOLANT_CLICKHOUSE_URL: clickhouse,
    VOLANT_REDIS_URL: redis,
    VOLANT_S3_URL: s3,
    VOLANT_S3_ACCESS_KEY: accessKey = '',
    VOLANT_S3_SECRET_KEY: secretKey = '',
    VOLANT_SMTP_URL: smtp,
    VOLANT_SUPPORT_IMAP_URL: imap,
  } = given;
  return {
    mongodb:
      mongodb === undefined
        ? undefined
        : { ...defined({ url: mongodb, ...login('MONGODB') }), databasePrefix: given.VOLANT_MONGODB_DATABASE_PREFIX },
    kafka:
      brokers === undefined
        ? undefined
        : defined({
            brokers,
            ...login('KAFKA'),
            mechanism: given.VOLANT_KAFKA_SASL_MECHANISM,
            tls: given.VOLANT_KAFKA_TLS === undefined ? undefined : given.VOLANT_KAFKA_TLS === 'on',
            partitions: given.VOLANT_KAFKA_PARTITIONS,
            replicationFactor: given.VOLANT_KAFKA_REPLICATION_FACTOR,
            clientId: given.VOLANT_KAFKA_CLIENT_ID,
            prefix: given.VOLANT_KAFKA_PREFIX,
          }),
    clickhouse:
      clickhouse === undefined
        ? undefined
        : defined({
            url: clickhouse,
            ...login('CLICKHOUSE'),
            database: given.VOLANT_CLICKHOUSE_DATABASE,
            cluster: given.VOLANT_CLICKHOUSE_CLUSTER,
          }),
    redis:
      redis === undefined ? undefined : defined({ url: redis, ...login('REDIS'), prefix: given.VOLANT_REDIS_PREFIX }),
    s3:
      s3 === undefined
        ? undefined
        : defined({
            url: s3,
            accessKey,
            secretKey,
            bucket: given.VOLANT_S3_BUCKET,
            region: given.VOLANT_S3_REGION,
            ca: given.VOLANT_S3_TLS_CA,
          }),
    smtp: smtp === undefined ? undefined : defined({ url: smtp, ...login('SMTP') }),
    imap: imap === undefined ? undefined : defined({ url: imap, ...login('SUPPORT_IMAP') }),
    mailFrom: given.VOLANT_MAIL_FROM,
  };
}
