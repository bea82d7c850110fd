import type { GivenServers } from './server-shape.ts';

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/**
 * Settings of a server; undefined without its address. Undefined values are omitted, so that adapters use their own
 * defaults.
 */
function serverAt<Address, T extends object>(
  address: Address | undefined,
  settingsOf: (address: Address) => T,
): Defined<T> | undefined {
  if (address === undefined) return undefined;
  const values = Object.entries(settingsOf(address)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(values) as Defined<T>;
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
  return {
    mongodb: serverAt(given.VOLANT_MONGODB_URL, (url) => ({
      url,
      ...login('MONGODB'),
      databasePrefix: given.VOLANT_MONGODB_DATABASE_PREFIX,
    })),
    kafka: serverAt(given.VOLANT_KAFKA_BROKERS, (brokers) => ({
      brokers,
      ...login('KAFKA'),
      mechanism: given.VOLANT_KAFKA_SASL_MECHANISM,
      tls: given.VOLANT_KAFKA_TLS === undefined ? undefined : given.VOLANT_KAFKA_TLS === 'on',
      partitions: given.VOLANT_KAFKA_PARTITIONS,
      replicationFactor: given.VOLANT_KAFKA_REPLICATION_FACTOR,
      clientId: given.VOLANT_KAFKA_CLIENT_ID,
      prefix: given.VOLANT_KAFKA_PREFIX,
    })),
    clickhouse: serverAt(given.VOLANT_CLICKHOUSE_URL, (url) => ({
      url,
      ...login('CLICKHOUSE'),
      database: given.VOLANT_CLICKHOUSE_DATABASE,
      cluster: given.VOLANT_CLICKHOUSE_CLUSTER,
    })),
    redis: serverAt(given.VOLANT_REDIS_URL, (url) => ({
      url,
      ...login('REDIS'),
      prefix: given.VOLANT_REDIS_PREFIX,
    })),
    s3: serverAt(given.VOLANT_S3_URL, (url) => ({
      url,
      accessKey: given.VOLANT_S3_ACCESS_KEY ?? '',
      secretKey: given.VOLANT_S3_SECRET_KEY ?? '',
      bucket: given.VOLANT_S3_BUCKET,
      region: given.VOLANT_S3_REGION,
      ca: given.VOLANT_S3_TLS_CA,
    })),
    smtp: serverAt(given.VOLANT_SMTP_URL, (url) => ({ url, ...login('SMTP') })),
    imap: serverAt(given.VOLANT_SUPPORT_IMAP_URL, (url) => ({ url, ...login('SUPPORT_IMAP') })),
    mailFrom: given.VOLANT_MAIL_FROM,
  };
}
