import { z } from 'zod';
import type { SettingsRule } from './environment.ts';

/** Secrets among the server settings, which may be set as files by `NAME_FILE`. Certificates work the same way. */
export const SERVER_SECRETS: readonly string[] = [
  ...['MONGODB', 'KAFKA', 'CLICKHOUSE', 'REDIS', 'SMTP', 'SUPPORT_IMAP'].flatMap((server) => [
    `VOLANT_${server}_USERNAME`,
    `VOLANT_${server}_PASSWORD`,
    `VOLANT_${server}_TLS_CA`,
  ]),
  'VOLANT_S3_ACCESS_KEY',
  'VOLANT_S3_SECRET_KEY',
  'VOLANT_S3_TLS_CA',
  // Addresses of MongoDB, Redis and mail servers may contain a password.
  'VOLANT_MONGODB_URL',
  'VOLANT_REDIS_URL',
  'VOLANT_SMTP_URL',
  'VOLANT_SUPPORT_IMAP_URL',
];

const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, message: `must be an address such as ${example}` });
const count = z.coerce
  .number({ message: 'must be a whole number above 0' })
  .int('must be a whole number')
  .min(1)
  .max(1000);
const pem = z.string().includes('-----BEGIN CERTIFICATE-----', { message: 'must hold a certificate in PEM form' });
/** ClickHouse's names stand unquoted in statements. */
const clickhouseName = z.string().regex(/^\w{1,60}$/, 'must be letters, digits and _');
const clickhouseUrl = url(/^https?$/, 'http://clickhouse:8123').refine(
  (text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`,
  'must end after the port: VOLANT_CLICKHOUSE_USERNAME, _PASSWORD and _DATABASE hold the rest',
);
const word = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be letters, digits, - and _');
const brokers = z
  .string()
  .transform((list) => list.split(',').map((broker) => broker.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/, 'must be a list such as kafka-1:9092,kafka-2:9092'),
    ),
  );

/** Settings of the real servers, to be spread into a process's schema. A server without an address is not used. */
export const SERVER_SHAPE = {
  VOLANT_MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/\S+$/, 'must be an address such as mongodb://mongodb:27017')
    .optional(),
  VOLANT_MONGODB_USERNAME: z.string().optional(),
  VOLANT_MONGODB_PASSWORD: z.string().optional(),
  VOLANT_MONGODB_TLS_CA: pem.optional(),
  VOLANT_MONGODB_DATABASE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, 'must be small letters, digits, - and _')
    .default('volant'),
  VOLANT_KAFKA_BROKERS: brokers.optional(),
  VOLANT_KAFKA_USERNAME: z.string().optional(),
  VOLANT_KAFKA_PASSWORD: z.string().optional(),
  VOLANT_KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'], { message: 'must be plain, scram-sha-256 or scram-sha-512' })
    .optional(),
  VOLANT_KAFKA_TLS: z.enum(['on', 'off'], { message: 'must be "on" or "off"' }).optional(),
  VOLANT_KAFKA_TLS_CA: pem.optional(),
  VOLANT_KAFKA_PARTITIONS: count.default(12),
  VOLANT_KAFKA_REPLICATION_FACTOR: count.default(1),
  VOLANT_KAFKA_CLIENT_ID: word.optional(),
  VOLANT_KAFKA_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,60}$/, 'must be letters, digits, ., - and _')
    .optional(),
  VOLANT_CLICKHOUSE_URL: clickhouseUrl.optional(),
  VOLANT_CLICKHOUSE_USERNAME: z.string().optional(),
  VOLANT_CLICKHOUSE_PASSWORD: z.string().optional(),
  VOLANT_CLICKHOUSE_DATABASE: clickhouseName.default('volant'),
  VOLANT_CLICKHOUSE_CLUSTER: clickhouseName.optional(),
  VOLANT_CLICKHOUSE_TLS_CA: pem.optional(),
  VOLANT_REDIS_URL: url(/^rediss?$/, 'redis://redis:6379').optional(),
  VOLANT_REDIS_USERNAME: z.string().optional(),
  VOLANT_REDIS_PASSWORD: z.string().optional(),
  VOLANT_REDIS_TLS_CA: pem.optional(),
  VOLANT_REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9:._-]{1,60}$/, 'must be letters, digits, :, ., - and _')
    .optional(),
  VOLANT_S3_URL: url(/^https?$/, 'http://minio:9000').optional(),
  VOLANT_S3_ACCESS_KEY: z.string().optional(),
  VOLANT_S3_SECRET_KEY: z.string().optional(),
  VOLANT_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{2,62}$/, 'must be the name of a bucket')
    .default('volant'),
  VOLANT_S3_REGION: z.string().optional(),
  VOLANT_S3_TLS_CA: pem.optional(),
  VOLANT_SMTP_URL: url(/^smtps?$/, 'smtp://mail:25').optional(),
  VOLANT_SMTP_USERNAME: z.string().optional(),
  VOLANT_SMTP_PASSWORD: z.string().optional(),
  VOLANT_SMTP_TLS_CA: pem.optional(),
  VOLANT_SUPPORT_IMAP_URL: url(/^imaps?$/, 'imaps://mail.example/INBOX').optional(),
  VOLANT_SUPPORT_IMAP_USERNAME: z.string().optional(),
  VOLANT_SUPPORT_IMAP_PASSWORD: z.string().optional(),
  VOLANT_SUPPORT_IMAP_TLS_CA: pem.optional(),
  VOLANT_MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+>?$/, 'must be a sender such as Volant <hello@volant.example>')
    .optional(),
};

const schema = z.object(SERVER_SHAPE);

export type GivenServers = z.infer<typeof schema>;

const SERVERS_WITH_LOGIN = ['MONGODB', 'KAFKA', 'CLICKHOUSE', 'REDIS', 'SMTP', 'SUPPORT_IMAP'];

/** Checks settings that require others. */
export const serverRules: SettingsRule = (given) => {
  const beside = (setting: string, other: string) =>
    given[setting] !== undefined && given[other] === undefined ? [`${setting}: needs ${other} beside it`] : [];
  return [
    ...SERVERS_WITH_LOGIN.flatMap((server) => {
      const address = server === 'KAFKA' ? 'VOLANT_KAFKA_BROKERS' : `VOLANT_${server}_URL`;
      const [username, password, ca] = ['USERNAME', 'PASSWORD', 'TLS_CA'].map((part) => `VOLANT_${server}_${part}`);
      return [username, password, ca].flatMap((setting = '') => beside(setting, address));
    }),
    // Redis allows a password without a user name; the other servers require a password with a user name.
    ...['MONGODB', 'KAFKA', 'CLICKHOUSE', 'SMTP', 'SUPPORT_IMAP'].flatMap((server) =>
      beside(`VOLANT_${server}_USERNAME`, `VOLANT_${server}_PASSWORD`),
    ),
    ...beside('VOLANT_S3_URL', 'VOLANT_S3_ACCESS_KEY'),
    ...beside('VOLANT_S3_URL', 'VOLANT_S3_SECRET_KEY'),
    ...beside('VOLANT_SMTP_URL', 'VOLANT_MAIL_FROM'),
  ];
};
