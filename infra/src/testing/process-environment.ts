import { EnvironmentError } from '../process/settings/environment.ts';
import type { Environment } from '../process/settings/secret-files.ts';

/** An environment in which any process can start, whichever servers it needs. */
export const PROCESS_ENVIRONMENT = {
  VOLANT_INTERNAL_SECRET: 'a secret between processes, long enough',
  VOLANT_MONGODB_URL: 'mongodb://db:27017',
  VOLANT_KAFKA_BROKERS: 'kafka:9092',
  VOLANT_REDIS_URL: 'redis://redis:6379',
  VOLANT_CLICKHOUSE_URL: 'http://clickhouse:8123',
  VOLANT_S3_URL: 'http://minio:9000',
  VOLANT_S3_ACCESS_KEY: 'key',
  VOLANT_S3_SECRET_KEY: 'secret',
  VOLANT_SMTP_URL: 'smtp://mail:25',
  VOLANT_MAIL_FROM: 'Volant <hello@volant.example>',
};

/** The problems reported for an environment; empty if it is accepted. */
export function problemsOf(
  readSettings: (environment: Environment) => unknown,
  environment: Environment,
): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}
