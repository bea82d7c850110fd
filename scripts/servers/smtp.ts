import { scriptCommand } from './script-command.ts';
import type { ServerKind } from './server.ts';

/** Accepts every message and shows it over HTTP. */
export const smtp: ServerKind<'smtp'> = {
  name: 'smtp',
  portCount: 2,
  async prepare() {},
  launch: async ({ directory, ports, tls }) => ({
    command: scriptCommand('smtp-sink.ts', directory, ...ports.map(String)),
    env: tls === undefined ? {} : { SINK_CERTIFICATE: tls.certificate, SINK_KEY: tls.key },
  }),
  address: ({ ports: [port, inbox] }) => ({
    url: `smtp://127.0.0.1:${port}`,
    inboxUrl: `http://127.0.0.1:${inbox}/messages`,
  }),
  answers: async ({ ports: [, inbox] }) => (await fetch(`http://127.0.0.1:${inbox}/messages`)).ok,
};
