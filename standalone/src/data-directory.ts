import { createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { generateSigningKey, type SigningKey } from '@volant/infra/auth/access-token';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { closeToOthers } from '@volant/infra/process/shell/close-to-others';
import { forgetSavedViews } from '@volant/infra/views/saved-views';

export interface DataDirectory {
  readonly path: string;
  /** Whether the directory held nothing but our own lock. */
  readonly wasEmpty: boolean;
  below(name: string): string;
  release(): Promise<void>;
}

export const SIGNING_KEY_FILE = 'signing-key.json';
const LOCK = 'volant.sock';
export const SAVED_VIEWS = 'views';

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True if the socket accepts a connection, which means that another process holds the directory. */
function isHeld(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

/** A listening socket is a lock that the operating system releases whenever and however the process dies. */
async function lock(socket: string): Promise<Server> {
  if (await isHeld(socket)) throw new OperatorError('another Volant is running on it');
  await rm(socket, { force: true });
  const server = createServer((client) => client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return server.unref();
}

/**
 * Creates the directory if it is missing and locks it for this process. Saved views are removed unless they are kept: a
 * command that changes or erases their source data does not update them.
 * @throws OperatorError if it cannot be read or written, or is locked
 */
export async function openDataDirectory(
  directory: string,
  { keepsViews = false }: { readonly keepsViews?: boolean } = {},
): Promise<DataDirectory> {
  const absolute = path.resolve(directory);
  // The path of a socket is limited to about 100 bytes, that of a directory is not.
  const socket = path.relative(process.cwd(), path.join(absolute, LOCK));
  try {
    // Files written from now on, including those of the engines, are accessible to this user only.
    process.umask(0o077);
    await mkdir(absolute, { recursive: true, mode: 0o700 });
    await closeToOthers(absolute);
    const wasEmpty = (await readdir(absolute)).every((name) => name === LOCK);
    const server = await lock(socket);
    if (!keepsViews) await forgetSavedViews(path.join(absolute, SAVED_VIEWS));
    return {
      path: absolute,
      wasEmpty,
      below: (name) => path.join(absolute, name),
      release: async () => {
        await new Promise((resolve) => server.close(resolve));
        await rm(socket, { force: true });
      },
    };
  } catch (error) {
    throw new OperatorError(`The data directory ${absolute} cannot be used: ${reasonOf(error)}.`);
  }
}

/** Reads the key that signs sessions, and creates it on first use; only this user may read the file. */
export async function signingKeyOf(data: DataDirectory): Promise<SigningKey> {
  const file = data.below(SIGNING_KEY_FILE);
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new OperatorError(`The signing key ${file} cannot be read: ${error.message}.`);
  });
  if (known !== undefined) return JSON.parse(known) as SigningKey;
  const key = generateSigningKey();
  await writeFile(file, JSON.stringify(key), { mode: 0o600, flag: 'wx' });
  return key;
}

/** Key for hashing addresses in limit keys, derived one-way from the signing key. */
export function limitSecretOf({ privateKey: { d } }: SigningKey): string {
  if (typeof d !== 'string') throw new OperatorError('The signing key has no private half.');
  return createHmac('sha256', d).update('keys of limits').digest('base64url');
}
