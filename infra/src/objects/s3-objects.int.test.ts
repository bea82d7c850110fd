import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { openS3Objects, type S3Objects } from './s3-objects.ts';

let server: Server;

beforeEach(async () => {
  // Has every bucket, and says nothing more.
  server = createServer(({ method }, response) => void (method === 'HEAD' && response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const requests: Readonly<Record<string, (objects: S3Objects) => Promise<unknown>>> = {
  put: (objects) => objects.put('a/b.png', { body: Buffer.from('x'), contentType: 'image/png' }),
  get: (objects) => objects.get('a/b.png'),
  delete: (objects) => objects.delete('a/b.png'),
  list: (objects) => objects.list('')[Symbol.asyncIterator]().next(),
};

it.each(Object.keys(requests))('gives a server up that says nothing more: %s', async (name) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = createLogger({ name: 'test', level: 'silent' });
  const objects = await openS3Objects({ url, accessKey: 'a', secretKey: 'b', bucket: 'bucket', region: 'r', log });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(requests[name]?.(objects)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await vi.advanceTimersByTimeAsync(15_000);
  await refused;
  await objects.close();
});
