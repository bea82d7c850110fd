import type { TestProject } from 'vitest/node';
import { type OpenServers, openServers } from './open-servers.ts';

/** Two projects of one run share the servers, but each loads this file separately. */
const HELD = globalThis as { volantTestServers?: { users: number; shared: Promise<OpenServers> } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  HELD.volantTestServers ??= { users: 0, shared: openServers(console.log) };
  const held = HELD.volantTestServers;
  held.users += 1;
  project.provide('servers', (await held.shared).addresses);
  return async () => {
    held.users -= 1;
    if (held.users > 0) return;
    delete HELD.volantTestServers;
    await (await held.shared).stop();
  };
}
