import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { COLLECTING } from '@volant/analytics/app';
import { announce } from '@volant/infra/cache/presence';
import { openRedisCache } from '@volant/infra/cache/redis-cache';
import { createMongoLeases } from '@volant/infra/lease/mongo-leases';
import { openMongo } from '@volant/infra/mongo/connection';
import { createLogger } from '@volant/infra/process/observability/log';
import { testServers } from '@volant/infra/testing/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Environment, messageOf, runCommand, startProduct } from '../testing/commands.ts';
import { serverSettings } from '../testing/server-settings.ts';
import { type Answers, expectAnswers, readSettled, signInAll, type Tokens } from '../testing/what-it-answers.ts';
import { commitsFileOf } from './carried-stores.ts';
import { readManifest, writeManifest } from './manifest.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const name = `move${randomUUID().slice(0, 8)}`;

const ANOTHER_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

let directory: string;
let onServers: Environment;
let tokens: Tokens;
let answers: Answers;
const at = (file: string) => path.join(directory, file);
const embedded = (file: string): Environment => ({ VOLANT_DATA_DIR: at(file), VOLANT_DEMO: 'off' });

/** Content of an export, independent of its time and place. */
async function contentOf(place: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { parts } = await readManifest(at(place));
  const entries = parts.map(async ({ file }) => {
    const lines = gunzipSync(await readFile(path.join(at(place), file))).toString();
    return [file, lines.split('\n').sort()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Changes all passwords in an export, because demo accounts are refused on real servers. */
async function withOtherPasswords(place: string): Promise<void> {
  const manifest = await readManifest(at(place));
  const file = path.join(at(place), commitsFileOf('identity'));
  const lines = gunzipSync(await readFile(file)).toString();
  await writeFile(file, gzipSync(lines.replaceAll(/"passwordHash":"[^"]+"/g, `"passwordHash":"${ANOTHER_HASH}"`)));
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const parts = manifest.parts.map((part) =>
    part.file === commitsFileOf('identity') ? { ...part, bytes: bytes.length, sha256 } : part,
  );
  await writeManifest(at(place), { ...manifest, parts });
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-move-'));
  onServers = serverSettings(name, at('beside-servers'));
  const product = await startProduct({ ...embedded('source'), VOLANT_DEMO: 'on' });
  try {
    tokens = await signInAll(product.origin);
    answers = await readSettled(product.origin, tokens);
  } finally {
    await product.stop();
  }
});

afterAll(() => rm(directory, { recursive: true, force: true }));

it('carries a data directory to the real servers and back without changes', async () => {
  const keys = ['--keys', at('keys')];
  expect(await runCommand('export', [at('first'), ...keys], embedded('source'))).toMatchObject({ code: 0, stderr: '' });
  await withOtherPasswords('first');
  expect(await runCommand('import', [at('first'), ...keys], onServers)).toMatchObject({ code: 0 });
  expect(await runCommand('export', [at('second')], onServers)).toMatchObject({ code: 0 });
  expect(await contentOf('second')).toEqual(await contentOf('first'));

  const again = await runCommand('import', [at('first')], onServers);
  expect(again).toMatchObject({ code: 1 });
  expect(messageOf(again)).toMatch(
    /^Something is here already: commits of identity, .*An import needs an empty place\.\n$/,
  );

  const product = await startProduct(onServers);
  try {
    await expectAnswers(product.origin, tokens, answers);
    const early = await runCommand('export', [at('too-early')], { ...onServers, VOLANT_DATA_DIR: at('another') });
    expect(early.code).toBe(1);
    expect(messageOf(early)).toMatch(/^Volant is running, or was killed .* Stop every process first\.\n$/);
  } finally {
    await product.stop();
  }

  expect(await runCommand('export', [at('third')], onServers)).toMatchObject({ code: 0 });
  expect(await runCommand('import', [at('third'), ...keys], embedded('target'))).toMatchObject({ code: 0, stderr: '' });
  const back = await startProduct(embedded('target'));
  try {
    await expectAnswers(back.origin, tokens, answers);
  } finally {
    await back.stop();
  }
});

it('refuses an export while events are being collected', async () => {
  const cache = await openRedisCache({ url: testServers().redis.url, prefix: `${name}:`, log });
  const presence = await announce(cache, COLLECTING, log);
  try {
    const said = await runCommand('export', [at('taking')], onServers);
    expect([said.code, messageOf(said)]).toEqual([
      1,
      expect.stringMatching(/1 with the role collect of analytics\. Stop every/),
    ]);
  } finally {
    await presence.end();
    await cache.close();
  }
});

it('refuses an export if it cannot check for collectors', async () => {
  const { VOLANT_REDIS_URL: _, ...unseen } = onServers;
  const said = await runCommand('export', [at('unseen')], unseen);
  expect([said.code, messageOf(said)]).toEqual([1, expect.stringMatching(/^VOLANT_REDIS_URL is missing: .*\n$/)]);
});

it('refuses an export while a process holds a lease', async () => {
  const connection = await openMongo({ url: testServers().mongodb.url, database: `${name}_pages`, log });
  const leases = createMongoLeases({ connection, log });
  try {
    await leases.acquire('relay:test');
    const said = await runCommand('export', [at('held')], onServers);
    expect([said.code, messageOf(said)]).toEqual([1, expect.stringContaining('somebody holds relay:test of pages')]);
  } finally {
    await leases.close();
    await connection.close();
  }
});
