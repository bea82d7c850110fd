import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePorts } from './ports.ts';

const ALL = 400;

test('gives each port to one process only', async () => {
  const mine = await freePorts(ALL);
  const script = `import { freePorts } from '${new URL('./ports.ts', import.meta.url)}'; console.log(JSON.stringify(await freePorts(${ALL})))`;
  const options = ['--import', 'tsx', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '-e', script]);
  const others: number[] = JSON.parse(stdout);
  expect(new Set([...mine, ...others]).size).toBe(2 * ALL);
});

test("gives no port of the system's ephemeral range", async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768');
  const lowest = Number.parseInt(range, 10);
  for (const port of await freePorts(50)) expect(port).toBeLessThan(lowest);
});
