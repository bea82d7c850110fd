import { scriptCommand } from './script-command.ts';
import type { ServerKind } from './server.ts';

const USERNAME = 'volant';
const PASSWORD = 'volant-tests';

/** ClickHouse's engine (chdb) behind our own HTTP front: the SQL is the engine's, statuses and passwords are ours. */
export const clickhouse: ServerKind<'clickhouse'> = {
  name: 'clickhouse',
  portCount: 1,
  async prepare() {},
  launch: async ({ directory, ports: [port] }) => ({
    command: scriptCommand('clickhouse-front.ts', directory, String(port)),
    env: { FRONT_USERNAME: USERNAME, FRONT_PASSWORD: PASSWORD, UV_THREADPOOL_SIZE: '16' },
  }),
  address: ({ ports: [port] }) => ({ url: `http://127.0.0.1:${port}`, username: USERNAME, password: PASSWORD }),
  answers: async ({ ports: [port] }) => (await fetch(`http://127.0.0.1:${port}/ping`)).ok,
};
