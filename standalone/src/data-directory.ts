import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { generateSigningKey, type SigningKey } from '@volant/infra/auth/access-token';
import { makeDirectory } from '@volant/infra/files/make-directory';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { ServerSettings } from '@volant/infra/process/settings/server-settings';
import { closeToOthers } from '@volant/infra/process/shell/close-to-others';
import { jsonOf } from '@volant/infra/text/json-of';
import { forgetViews } from '@volant/infra/views/current-views';
import { belongsToLock, connectToHolder, type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { recordStores, refuseFormerStores, refuseLostStores } from './recorded-stores.ts';

/** Answers a request line by line. */
type Answer = (request: string, say: (line: string) => void) => Promise<void>;

export const SIGNING_KEY_FILE = 'signing-key.json';
/** Codes of a full disk, on which there may be room later. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
/** Exists while the product starts. */
const STARTING = '.starting';
/** Holds the notes of which views are current. */
export const CURRENT_VIEWS = 'views';

/**
 * Sends a request to the product that runs on a data directory, and waits until it has ended.
 * @returns false if none runs
 */
export async function askRunning(directory: string, request: string, say: (line: string) => void): Promise<boolean> {
  const client = await connectToHolder(path.resolve(directory));
  if (client === undefined) return false;
  client.write(`${request}\n`);
  for await (const line of createInterface({ input: client })) say(line);
  return true;
}

class DirectoryCannotBeUsed extends OperatorError {
  override readonly mayPass: boolean;

  constructor(directory: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The data directory ${directory} cannot be used: ${reason}.`, { cause });
    const { code = '' } = cause as NodeJS.ErrnoException;
    this.mayPass = cause instanceof OperatorError ? cause.mayPass : FULL.has(code);
  }
}

export interface OpeningOptions {
  readonly keepsViews?: boolean;
  /** Their stores are not in the directory; none by default. */
  readonly servers?: Partial<ServerSettings>;
  /** The embedded store of this server may be lost. */
  readonly acceptsLossOf?: keyof ServerSettings | undefined;
}

/**
 * Creates the directory if it is missing and locks it for this process. Unless views are kept, the next start makes them
 * anew: a command that changes their source data does not update them.
 * @throws OperatorError if it cannot be read or written, is locked, or has lost a store
 */
export async function openDataDirectory(
  directory: string,
  { keepsViews = false, servers = {}, acceptsLossOf }: OpeningOptions = {},
) {
  const absolute = path.resolve(directory);
  let held: DirectoryLock | undefined;
  try {
    // Files written from now on, including those of the engines, are accessible to this user only.
    process.umask(0o077);
    await makeDirectory(absolute, 0o700);
    await closeToOthers(absolute);
    const lock = await lockDirectory(absolute);
    held = lock;
    await refuseFormerStores(absolute, servers);
    await refuseLostStores(absolute, servers, acceptsLossOf);
    const names = await readdir(absolute);
    const wasEmpty = names.every((name) => belongsToLock(name) || name === STARTING);
    let answer: Answer | undefined;
    const clients = new Set<Socket>();
    lock.server.on('connection', (client) => {
      clients.add(client);
      client.once('close', () => clients.delete(client));
      createInterface({ input: client }).once('line', async (request) => {
        await answer?.(request, (line) => void client.write(`${line}\n`));
        client.end();
      });
    });
    const starting = path.join(absolute, STARTING);
    if (keepsViews) await writeFile(starting, '');
    else await forgetViews(path.join(absolute, CURRENT_VIEWS));
    return {
      path: absolute,
      /** Whether the directory held nothing but our own lock. */
      wasEmpty,
      /** Whether the last start did not become ready; a damaged file may have ended it. */
      hasFailed: names.includes(STARTING),
      /** Call when the product is ready. */
      async started() {
        await recordStores(absolute);
        await rm(starting, { force: true });
      },
      below: (name: string) => path.join(absolute, name),
      /** Answers requests that commands send through the lock, for as long as it is held. */
      answer(requests: Answer): void {
        answer = requests;
      },
      release: async () => {
        for (const client of clients) client.destroy();
        if (keepsViews) await rm(starting, { force: true });
        await lock.release();
      },
    };
  } catch (error) {
    await held?.release();
    throw new DirectoryCannotBeUsed(absolute, error);
  }
}

export type DataDirectory = Awaited<ReturnType<typeof openDataDirectory>>;

/** Reads the key that signs sessions, and creates it on first use; only this user may read the file. */
export async function signingKeyOf(data: Pick<DataDirectory, 'below'>): Promise<SigningKey> {
  const file = data.below(SIGNING_KEY_FILE);
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new OperatorError(`The signing key ${file} cannot be read: ${error.message}.`);
  });
  if (known !== undefined) {
    const parsed = jsonOf(known) as SigningKey;
    if (!isPair(parsed)) {
      throw new OperatorError(
        `The signing key ${file} is damaged: put it back from a copy, or remove it, and everybody signs in again.`,
      );
    }
    return parsed;
  }
  const key = generateSigningKey();
  await writeFile(file, JSON.stringify(key), { mode: 0o600, flag: 'wx' });
  return key;
}

/** Whether the two halves belong together. If the file is damaged, signatures could not be verified. */
function isPair({ privateKey, publicKey }: Partial<SigningKey> = {}): boolean {
  try {
    const made = createPublicKey({ key: { ...privateKey }, format: 'jwk' }).export({ format: 'jwk' });
    const derived = createPublicKey(createPrivateKey({ key: { ...privateKey }, format: 'jwk' })).export({
      format: 'jwk',
    });
    const same = (x: object, y: object) => ['x', 'y'].every((name) => Reflect.get(x, name) === Reflect.get(y, name));
    return publicKey !== undefined && same(made, publicKey) && same(derived, publicKey);
  } catch {
    return false;
  }
}

/** Key for hashing addresses in limit keys, derived one-way from the signing key. */
export function limitSecretOf({ privateKey: { d } }: SigningKey): string {
  if (typeof d !== 'string') throw new OperatorError('The signing key has no private half.');
  return createHmac('sha256', d).update('keys of limits').digest('base64url');
}
