/**
 * `npm run keys -- <directory> [--servers]`: makes the secrets that the processes
 * of a cluster share. With `--servers` it makes the passwords of the servers
 * beside them, too, for servers and processes that read them from one volume as
 * different users; what is there already stays.
 */
import { randomBytes } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateSigningKey } from '@volant/infra/auth/access-token';

const SECRET_BYTES = 48;

interface SecretFile {
  readonly name: string;
  readonly content: string;
  /** Where a process is told of it; nothing for files of servers. */
  readonly setting?: string;
}

function secret(name: string, setting?: string, bytes = SECRET_BYTES): SecretFile {
  return { name, content: randomBytes(bytes).toString('base64url'), ...(setting === undefined ? {} : { setting }) };
}

async function secretsOfProcesses(): Promise<readonly SecretFile[]> {
  const key = await generateSigningKey();
  return [
    { name: 'signing-key.json', setting: 'VOLANT_SIGNING_KEY_FILE', content: JSON.stringify(key.privateKey) },
    {
      name: 'session-keys.json',
      setting: 'VOLANT_SESSION_KEYS_FILE',
      content: JSON.stringify({ keys: [key.publicKey] }),
    },
    secret('internal-secret', 'VOLANT_INTERNAL_SECRET_FILE'),
  ];
}

function secretsOfServers(): readonly SecretFile[] {
  return [
    secret('mongodb-password', 'VOLANT_MONGODB_PASSWORD_FILE', 24),
    // MongoDB takes base64's own alphabet alone.
    { name: 'mongodb-keyfile', content: randomBytes(SECRET_BYTES).toString('base64') },
    secret('redis-password', 'VOLANT_REDIS_PASSWORD_FILE', 24),
    secret('clickhouse-password', 'VOLANT_CLICKHOUSE_PASSWORD_FILE', 24),
    // At most 20 characters, and 40 for the other one: S3's own lengths.
    secret('s3-access-key', 'VOLANT_S3_ACCESS_KEY_FILE', 12),
    secret('s3-secret-key', 'VOLANT_S3_SECRET_KEY_FILE', 30),
    secret('superadmin-password', 'VOLANT_SUPERADMIN_PASSWORD_FILE', 15),
  ];
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function main(): Promise<void> {
  const [directory, option, ...rest] = process.argv.slice(2);
  const withServers = option === '--servers';
  if (directory === undefined || rest.length > 0 || (option !== undefined && !withServers)) {
    throw new Error('Usage: npm run keys -- <directory> [--servers]');
  }
  await mkdir(directory, { recursive: true, mode: withServers ? 0o755 : 0o700 });
  const at = (name: string) => path.join(directory, name);
  // The private key and its public half are made together or not at all.
  const halves = [await exists(at('signing-key.json')), await exists(at('session-keys.json'))];
  if (withServers && halves[0] !== halves[1]) {
    throw new Error(`${directory} holds one half of the signing key. Put the other one back, or take it away.`);
  }
  for (const { name, setting, content } of [
    ...(await secretsOfProcesses()),
    ...(withServers ? secretsOfServers() : []),
  ]) {
    const file = at(name);
    if (withServers && (await exists(file))) continue;
    // A secret that is in use is never written over.
    await writeFile(file, `${content}\n`, { mode: withServers ? 0o644 : 0o600, flag: 'wx' });
    console.log(setting === undefined ? path.resolve(file) : `${setting}=${path.resolve(file)}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
