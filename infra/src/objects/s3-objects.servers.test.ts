import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'minio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningServers } from '../../../scripts/servers/server.ts';
import { startServers } from '../../../scripts/servers/servers.ts';
import { createLogger } from '../process/observability/log.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { openingFailure, WRONG_PASSWORD } from '../testing/opening-failure.ts';
import { testServers } from '../testing/test-servers.ts';
import { objectsContract } from './contract.ts';
import { openS3Objects, type S3Objects } from './s3-objects.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const newBucket = () => `test-${randomUUID()}`;

async function removeBucket(bucket: string): Promise<void> {
  const { url, accessKey, secretKey } = testServers().s3;
  const { hostname, port } = new URL(url);
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  for await (const { name } of client.listObjects(bucket, '', true)) {
    if (name !== undefined) await client.removeObject(bucket, name);
  }
  await client.removeBucket(bucket);
}

objectsContract('S3', async () => {
  const bucket = newBucket();
  let objects = await openS3Objects({ ...testServers().s3, bucket, log });
  return {
    objects,
    async reopen() {
      await objects.close();
      objects = await openS3Objects({ ...testServers().s3, bucket, log });
      return objects;
    },
    async cleanUp() {
      await objects.close();
      await removeBucket(bucket);
    },
  };
});

describe('an outage of S3', () => {
  let folder: string;
  let running: RunningServers<'s3'>;
  let objects: S3Objects;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-objects-'));
    running = await startServers({ names: ['s3'], dataDirectory: folder });
  });
  afterAll(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    objects = await openS3Objects({ ...running.addresses.s3, bucket: newBucket(), log });
  });
  afterEach(async () => {
    await running.servers.s3.start();
    await objects.close();
  });

  it('causes UNAVAILABLE, and loses no object', async () => {
    const object = { body: new Uint8Array([1, 2, 3]), contentType: 'image/png' };
    await objects.put('a.png', object);
    await running.servers.s3.kill();
    const unavailable = { code: 'UNAVAILABLE', retryAfterSeconds: 5 };
    await expect(objects.put('b.png', object)).rejects.toMatchObject(unavailable);
    await expect(objects.get('a.png')).rejects.toMatchObject(unavailable);
    await expect(objects.delete('a.png')).rejects.toMatchObject(unavailable);
    await expect(objects.check()).rejects.toThrow(/^S3: 127\.0\.0\.1:\d+ does not answer as it should/);

    await running.servers.s3.start();
    await vi.waitFor(() => objects.check());
    expect(await objects.get('a.png')).toEqual(object);
    expect(await objects.get('b.png')).toBeUndefined();
  });

  it('leaves each object complete or missing if the server is killed during uploads', async () => {
    const letters = ['a', 'b', 'c', 'd', 'e'];
    for (let round = 0; round < 4; round += 1) {
      const bodies = letters.map((letter) => new Uint8Array(Buffer.alloc(3_000_000, letter)));
      const answers: boolean[] = [];
      const puts = bodies.map(async (body, index) => {
        const put = objects.put(`${round}/${letters[index]}.png`, { body, contentType: 'image/png' });
        answers[index] = await put.then(
          () => true,
          () => false,
        );
      });
      // Kill after some uploads, while others are under way.
      await Promise.race(puts.slice(0, round + 1));
      await running.servers.s3.kill();
      await Promise.all(puts);
      await running.servers.s3.start();
      await vi.waitFor(() => objects.check());
      for (const [index, body] of bodies.entries()) {
        const found = await objects.get(`${round}/${letters[index]}.png`);
        if (answers[index] === true) expect(found).toBeDefined();
        if (found !== undefined) expect(Buffer.compare(found.body, body)).toBe(0);
      }
    }
  });
});

describe('S3 over TLS', () => {
  it('is accepted only with the right certificate authority, keys and address', async () => {
    const folder = await mkdtemp(join(tmpdir(), 's3-objects-'));
    const others = await mkdtemp(join(tmpdir(), 's3-objects-'));
    // The test also connects to localhost, for which this certificate is not valid.
    const { files, ca } = await makeCertificate(folder, ['IP:127.0.0.1']);
    const { ca: otherAuthority } = await makeCertificate(others);
    const running = await startServers({ names: ['s3'], dataDirectory: folder, tls: files });
    try {
      const settings = { ...running.addresses.s3, bucket: newBucket(), log };
      const objects = await vi.waitFor(() => openS3Objects({ ...settings, ca }));
      await objects.put('a.png', { body: new Uint8Array([1]), contentType: 'image/png' });
      expect((await objects.get('a.png'))?.body).toEqual(new Uint8Array([1]));
      await objects.close();
      const untrusting = { name: 'SettingError', setting: 'VOLANT_S3_TLS_CA_FILE' };
      const failure = (wrong: object) => openingFailure(openS3Objects({ ...settings, ...wrong }));
      expect(await failure({})).toMatchObject(untrusting);
      expect(await failure({ ca: otherAuthority })).toMatchObject(untrusting);
      const refused = { name: 'SettingError', setting: 'VOLANT_S3_SECRET_KEY' };
      expect(await failure({ ca, secretKey: WRONG_PASSWORD })).toMatchObject(refused);
      const named = { name: 'SettingError', setting: 'VOLANT_S3_URL' };
      const { url } = running.addresses.s3;
      expect(await failure({ ca, url: url.replace('127.0.0.1', 'localhost') })).toMatchObject(named);
      expect(await failure({ url: url.replace('https:', 'http:') })).toMatchObject({
        name: 'ServerUnreachable',
        message: expect.stringMatching(/VOLANT_S3_URL.*does it want TLS/),
      });
    } finally {
      await running.stop();
      await rm(folder, { recursive: true });
      await rm(others, { recursive: true });
    }
  });
});

describe('opening S3', () => {
  it.each([
    ['an unknown access key', { accessKey: 'somebody-else' }, 'VOLANT_S3_ACCESS_KEY'],
    ['a wrong secret key', { secretKey: 'secret-word' }, 'VOLANT_S3_SECRET_KEY'],
    ['no name of a bucket', { bucket: 'No_Bucket' }, 'VOLANT_S3_BUCKET'],
    ['a certificate without TLS', { ca: 'certificate' }, 'VOLANT_S3_TLS_CA_FILE'],
  ])('names the setting for %s', async (_, wrong, setting) => {
    const opening = openS3Objects({ ...testServers().s3, bucket: newBucket(), log, ...wrong });
    const error = await opening.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'SettingError', setting });
    expect(String(error)).not.toContain('secret-word');
    expect(String(error)).not.toContain('\n');
  });

  it('names the address setting if the server does not speak TLS', async () => {
    const { url, ...rest } = testServers().s3;
    const opening = openS3Objects({ ...rest, url: url.replace('http:', 'https:'), bucket: newBucket(), log });
    await expect(opening).rejects.toMatchObject({ name: 'SettingError', setting: 'VOLANT_S3_URL' });
  });

  it('reports an outage if no server listens', async () => {
    const { accessKey, secretKey } = testServers().s3;
    const opening = openS3Objects({ url: 'http://127.0.0.1:1', accessKey, secretKey, bucket: newBucket(), log });
    await expect(opening).rejects.toMatchObject({ name: 'ServerUnreachable', server: 'S3' });
  });
});
