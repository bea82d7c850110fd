import { generateSigningKey } from '@volant/infra/auth/access-token';
import { PROCESS_ENVIRONMENT, problemsOf } from '@volant/infra/testing/process-environment';
import { expect, test } from 'vitest';
import { readSettings } from './environment.ts';

test('reads its keys, and accepts others during key rotation', async () => {
  const [key, other] = [generateSigningKey(), generateSigningKey()];
  const settings = readSettings({
    ...PROCESS_ENVIRONMENT,
    VOLANT_ORIGIN: 'https://volant.example',
    VOLANT_SIGNING_KEY: JSON.stringify(key.privateKey),
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: [key.publicKey, other.publicKey] }),
  });
  expect(settings).toMatchObject({ port: 4001, origin: 'https://volant.example', superadmin: undefined });
  expect(settings.signingKey.keyId).toBe(key.keyId);
  expect(settings.otherKeys.map(({ kid }) => kid)).toEqual([key.keyId, other.keyId]);
});

test('names missing settings without their values', () => {
  const problems = problemsOf(readSettings, {
    VOLANT_SIGNING_KEY: '{"d":"s3cret"}',
    VOLANT_SUPERADMIN_EMAIL: 'a@example.com',
  });
  for (const setting of [
    'VOLANT_SIGNING_KEY',
    'VOLANT_ORIGIN',
    'VOLANT_SUPERADMIN_EMAIL',
    'VOLANT_MONGODB_URL',
    'VOLANT_KAFKA_BROKERS',
    'VOLANT_REDIS_URL',
    'VOLANT_S3_URL',
    'VOLANT_SMTP_URL',
  ]) {
    expect(problems).toContainEqual(expect.stringContaining(`${setting}: `));
  }
  expect(problems.join('')).not.toContain('s3cret');
});
