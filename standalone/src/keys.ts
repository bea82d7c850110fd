/**
 * `npm run keys -- <directory> [--servers] [--hand-out <directory>]`: generates the secrets shared by the processes of
 * a cluster. With `--servers` it also generates the servers' passwords, and keeps existing files. With `--hand-out` it
 * also copies to `<directory>/<reader>` the secrets that process or server needs, so that each can be given its own
 * directory only.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateSigningKey } from '@volant/infra/auth/access-token';
import { makeDirectory } from '@volant/infra/files/make-directory';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { argumentsOf, runCommand } from './command.ts';

const USAGE = 'Usage: npm run keys -- <directory> [--servers] [--hand-out <directory>]';
const SECRET_BYTES = 48;

const SERVICES = ['identity', 'pages', 'support', 'analytics'] as const;
type Reader = (typeof SERVICES)[number] | 'gateway' | 'migrate' | 'mongodb' | 'clickhouse' | 'redis' | 'minio';

interface SecretFile {
  readonly name: string;
  readonly content: string;
  /** Setting that names the file for a process; absent for files of servers. */
  readonly setting?: string;
  /** Processes and servers that need it. */
  readonly readers: readonly Reader[];
}

function secret(name: string, setting: string, readers: readonly Reader[], bytes = SECRET_BYTES): SecretFile {
  return { name, content: randomBytes(bytes).toString('base64url'), setting, readers };
}

function secretsOfProcesses(): readonly SecretFile[] {
  const key = generateSigningKey();
  return [
    {
      name: 'signing-key.json',
      setting: 'VOLANT_SIGNING_KEY_FILE',
      content: JSON.stringify(key.privateKey),
      // Anyone with this key could sign in as anyone.
      readers: ['identity'],
    },
    {
      name: 'session-keys.json',
      setting: 'VOLANT_SESSION_KEYS_FILE',
      content: JSON.stringify({ keys: [key.publicKey] }),
      readers: ['pages', 'support', 'analytics'],
    },
    secret('internal-secret', 'VOLANT_INTERNAL_SECRET_FILE', [...SERVICES, 'gateway']),
    // Of the second factor's apps, so that they outlive a change of the signing key.
    secret('sealing-secrets', 'VOLANT_SEALING_SECRETS_FILE', ['identity']),
  ];
}

function secretsOfServers(): readonly SecretFile[] {
  const withDocuments = ['identity', 'pages', 'support'] as const;
  const withPictures = ['identity', 'pages', 'gateway'] as const;
  return [
    secret('mongodb-password', 'VOLANT_MONGODB_PASSWORD_FILE', ['mongodb', 'migrate', ...withDocuments], 24),
    // MongoDB accepts only the standard base64 alphabet.
    { name: 'mongodb-keyfile', content: randomBytes(SECRET_BYTES).toString('base64'), readers: ['mongodb'] },
    secret('redis-password', 'VOLANT_REDIS_PASSWORD_FILE', ['redis', 'migrate', ...SERVICES], 24),
    secret('clickhouse-password', 'VOLANT_CLICKHOUSE_PASSWORD_FILE', ['clickhouse', 'migrate', 'analytics'], 24),
    // S3's limits: at most 20 characters for this key, 40 for the other.
    secret('s3-access-key', 'VOLANT_S3_ACCESS_KEY_FILE', ['minio', ...withPictures], 12),
    secret('s3-secret-key', 'VOLANT_S3_SECRET_KEY_FILE', ['minio', ...withPictures], 30),
    secret('superadmin-password', 'VOLANT_SUPERADMIN_PASSWORD_FILE', ['identity'], 15),
  ];
}

interface KeyOptions {
  readonly directory: string;
  readonly withServers: boolean;
  readonly handOut: string | undefined;
}

function ask(): KeyOptions {
  const options = { servers: { type: 'boolean', default: false }, 'hand-out': { type: 'string' } } as const;
  const { positionals, values } = argumentsOf({ allowPositionals: true, options }, USAGE);
  const [directory = '', ...rest] = positionals;
  if (directory === '' || rest.length > 0) throw new OperatorError(USAGE);
  return { directory, withServers: values.servers, handOut: values['hand-out'] };
}

async function main(): Promise<boolean> {
  const { directory, withServers, handOut } = ask();
  await makeDirectory(directory, 0o700);
  const at = (name: string) => path.join(directory, name);
  // The private key and its public half are generated together or not at all.
  const halves = [existsSync(at('signing-key.json')), existsSync(at('session-keys.json'))];
  if (withServers && halves[0] !== halves[1]) {
    throw new Error(`${directory} holds one half of the signing key. Put the other one back, or take it away.`);
  }
  const files = [...secretsOfProcesses(), ...(withServers ? secretsOfServers() : [])];
  for (const { name, setting, content } of files) {
    const file = at(name);
    if (withServers && existsSync(file)) continue;
    // Never overwrites a secret in use.
    // No line feed: some operators take a Secret as the password, to the last byte.
    await writeFile(file, content, { mode: 0o600, flag: 'wx' });
    console.log(setting === undefined ? path.resolve(file) : `${setting}=${path.resolve(file)}`);
  }
  if (handOut !== undefined) await copyToReaders(files, at, handOut);
  return true;
}

/**
 * Files are world-readable because each reader may run as its own user; access is limited by mounting each directory
 * into its reader only.
 */
async function copyToReaders(
  files: readonly SecretFile[],
  at: (name: string) => string,
  handOut: string,
): Promise<void> {
  for (const { name, readers } of files) {
    const content = await readFile(at(name));
    for (const reader of readers) {
      const folder = path.join(handOut, reader);
      await makeDirectory(folder);
      // Renaming makes the replacement atomic for a running reader.
      const unfinished = path.join(folder, `.${name}`);
      await writeFile(unfinished, content, { mode: 0o644 });
      await rename(unfinished, path.join(folder, name));
    }
  }
}

// A file that is there already, or that cannot be written, is for the operator.
runCommand(USAGE, () =>
  main().catch((error: Error) => {
    throw new OperatorError(error.message);
  }),
);
