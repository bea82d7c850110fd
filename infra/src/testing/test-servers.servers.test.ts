import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { testServers } from './test-servers.ts';

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

it('every test server answers at its address', async () => {
  const { mongodb, kafka, clickhouse, redis, s3, smtp } = testServers();
  const urls = [mongodb, clickhouse, redis, s3, smtp].map(({ url }) => new URL(url).host);
  for (const address of [...urls, ...kafka.brokers]) {
    const [host = '', port = ''] = address.split(':');
    expect({ address, connects: await connects(host, Number(port)) }).toEqual({ address, connects: true });
  }
});
