import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from './listen.ts';

const server = fastify();
afterEach(() => server.close());

test('a refused host or port is reported with the setting to change', async () => {
  await expect(listen(server, '192.0.2.1', 0, 'VOLANT_OPERATIONS_PORT')).rejects.toThrow(
    'VOLANT_OPERATIONS_HOST: 192.0.2.1 is no address of this machine',
  );
});

test('all addresses are those of IPv4 where the kernel has no IPv6', async () => {
  const hosts: unknown[] = [];
  const real = server.listen.bind(server);
  vi.spyOn(server, 'listen').mockImplementation((async (options: { readonly host: string }) => {
    hosts.push(options.host);
    if (options.host === '::') throw Object.assign(new Error('no IPv6'), { code: 'EAFNOSUPPORT' });
    return real(options);
  }) as typeof server.listen);
  await expect(listen(server, '::', 0, 'PORT')).resolves.toMatch(/^http:/);
  expect(hosts).toEqual(['::', '0.0.0.0']);
});
