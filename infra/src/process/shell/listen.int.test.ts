import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

const server = fastify();
afterEach(() => server.close());

test('a refused host or port is reported with the setting to change', async () => {
  await expect(listen(server, '192.0.2.1', 0, 'PORT')).rejects.toThrow(
    'PORT: cannot listen on the host 192.0.2.1, which is no address of this machine',
  );
});
