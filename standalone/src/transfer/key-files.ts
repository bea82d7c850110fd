import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signingKey } from '@volant/infra/auth/key-settings';
import { makeDirectory } from '@volant/infra/files/make-directory';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { type DataDirectory, SIGNING_KEY_FILE, signingKeyOf } from '../data-directory.ts';

const PRIVATE = 'signing-key.json';
const PUBLIC = 'session-keys.json';

/**
 * Writes a data directory's key in the files that processes on real servers read, so that sessions stay valid there.
 * @returns the settings that name the files
 * @throws OperatorError if there are keys already, or they cannot be written
 */
export async function writeKeyFiles(directory: string, data: Pick<DataDirectory, 'below'>): Promise<readonly string[]> {
  const { privateKey, publicKey, keyId } = await signingKeyOf(data);
  const files = [
    { name: PRIVATE, setting: 'VOLANT_SIGNING_KEY_FILE', content: { ...privateKey, kid: keyId } },
    { name: PUBLIC, setting: 'VOLANT_SESSION_KEYS_FILE', content: { keys: [{ ...publicKey, kid: keyId }] } },
  ];
  const settings: string[] = [];
  try {
    await makeDirectory(directory, 0o700);
    for (const { name, setting, content } of files) {
      const file = path.resolve(directory, name);
      // Never overwrites a key in use.
      await writeFile(file, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
      settings.push(`${setting}=${file}`);
    }
  } catch (error) {
    throw new OperatorError(`The keys cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return settings;
}

/**
 * Copies the key of such files into a data directory without a key.
 * @throws OperatorError if it cannot be read, or the directory has another key
 */
export async function takeSigningKey(directory: string, data: DataDirectory): Promise<void> {
  const file = path.join(directory, PRIVATE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The signing key ${file} cannot be read: ${error.message}.`);
  });
  const read = signingKey.safeParse(text);
  if (!read.success) throw new OperatorError(`The signing key ${file} ${read.error.issues[0]?.message ?? 'is none'}.`);
  const target = data.below(SIGNING_KEY_FILE);
  const content = JSON.stringify(read.data);
  await writeFile(target, content, { mode: 0o600, flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new OperatorError(`The signing key ${target} cannot be written: ${error.message}.`);
    if ((await readFile(target, 'utf8')) === content) return;
    throw new OperatorError(`${target} holds another signing key, with which sessions of this place are signed.`);
  });
}
