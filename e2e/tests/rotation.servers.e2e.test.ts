import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, createPage, eventually, type Person, signUp } from '../src/api.ts';
import {
  type Processes,
  type ProcessName,
  type RunningProcess,
  STARTING_ORDER,
  startProcesses,
} from '../src/processes.ts';
import { type Settings, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const ANSWERS = [200, 200, 200, 403];

interface Key {
  readonly whole: { readonly kid: string };
  readonly half: object;
}

let directory: TemporaryDirectory;
let product: Processes;
let running: Record<ProcessName, RunningProcess>;
let driver: Person;
let page: string;

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const common = { kid: randomUUID(), alg: 'ES256', use: 'sig' };
  return {
    whole: { ...privateKey.export({ format: 'jwk' }), ...common },
    half: { ...publicKey.export({ format: 'jwk' }), ...common },
  };
}

/** The current secrets, read from their files. */
async function secretsInUse(): Promise<{ readonly key: Key; readonly secret: string }> {
  const read = (name: string) => readFile(path.join(product.secrets, name), 'utf8');
  const { keys } = JSON.parse(await read('session-keys.json'));
  return {
    key: { whole: JSON.parse(await read('signing-key.json')), half: keys[0] },
    secret: (await read('internal-secret')).trim(),
  };
}

/** Settings and secret files for a process. */
function secrets(name: ProcessName, signing: Key, keys: readonly Key[], internal: readonly string[]): Settings {
  return {
    VOLANT_INTERNAL_SECRET: internal.join('\n'),
    VOLANT_INTERNAL_SECRET_FILE: '',
    VOLANT_SIGNING_KEY_FILE: '',
    VOLANT_SESSION_KEYS_FILE: '',
    VOLANT_SESSION_KEYS: JSON.stringify({ keys: keys.map(({ half }) => half) }),
    ...(name === 'identity' ? { VOLANT_SIGNING_KEY: JSON.stringify(signing.whole) } : {}),
  };
}

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProcesses(inject('servers'));
  running = { ...product.running };
  driver = await signUp(product.origin);
  page = await createPage(product.origin, driver.token);
});
afterAll(async () => {
  if (product !== undefined) expect(await product.stop()).toBe(0);
  await directory.remove();
});

/** Status of every service's answer to this token. */
async function answersTo(token: string): Promise<readonly number[]> {
  const origin = running.gateway.origin();
  const paths = ['/api/auth/me', '/api/pages/mine', `/api/pages/${page}/analytics`, '/api/support/inbox'];
  return Promise.all(paths.map(async (target) => (await call(origin, 'GET', target, undefined, { token })).status));
}

/** Replaces the processes one by one and checks all sessions after each. */
async function replaceAll(settings: (name: ProcessName) => Settings, tokens: readonly string[]): Promise<void> {
  for (const name of STARTING_ORDER) {
    const { port } = new URL(running[name].origin());
    expect(await running[name].stop()).toBe(0);
    running[name] = product.start(name, {
      PORT: port,
      VOLANT_SPOOL_DIR: path.join(directory.path, 'spool'),
      ...settings(name),
    });
    await running[name].ready;
    for (const token of tokens) {
      // Callers of the former process see its connection closed, which is not an answer about the session.
      const seen = await eventually(
        async () => [name, await answersTo(token)] as const,
        ([, statuses]) => !statuses.includes(503),
      );
      expect(seen).toEqual([name, ANSWERS]);
    }
  }
}

test('the signing key and the internal secret rotate without ending a session', async () => {
  expect(await answersTo(driver.token)).toEqual(ANSWERS);
  const { key: oldKey, secret: oldSecret } = await secretsInUse();
  const [newerKey, newerSecret] = [newKey(), randomBytes(48).toString('base64url')];
  const both = [oldKey, newerKey];
  await replaceAll((name) => secrets(name, oldKey, both, [oldSecret, newerSecret]), [driver.token]);
  await replaceAll((name) => secrets(name, newerKey, both, [newerSecret, oldSecret]), [driver.token]);

  const { email, password } = driver;
  const again = await call(running.gateway.origin(), 'POST', '/api/auth/login', { email, password });
  const [header = ''] = again.body.token.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString()).kid).toBe(newerKey.whole.kid);
  await replaceAll((name) => secrets(name, newerKey, both, [newerSecret]), [driver.token, again.body.token]);
});
