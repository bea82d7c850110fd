import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

const server = fastify();
afterEach(() => server.close());

test('a refused host or port is reported with the setting to change', async () => {
  await expect(listen(server, '192.0.2.1', 0, 'VOLANT_OPERATIONS_PORT')).rejects.toThrow(
    'VOLANT_OPERATIONS_HOST: 192.0.2.1 is no address of this machine',
  );
});
