import { createHmac } from 'node:crypto';
import { createServiceServer } from '@volant/infra/process/server/service-server';
import { createSessionVerifier } from '@volant/infra/process/settings/session-settings';
import { runClusterProcess } from '@volant/infra/process/shell/run-cluster-process';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { createSupport } from './app.ts';
import { readSettings } from './environment.ts';

await runClusterProcess({
  name: 'support',
  readSettings,
  writes: true,
  async build(settings, parts) {
    const { adapters } = parts;
    // Together, so that /ready names all that are missing.
    const [ports, mail, mailbox] = await Promise.all([
      openServicePorts('support', parts),
      settings.servers.smtp === undefined ? undefined : adapters.mail(),
      adapters.mailbox(),
    ]);
    const { verify } = createSessionVerifier(settings, parts.clientOf('identity', settings.identityUrl), ports.cache);
    // Every process of the service has the internal secret, which cannot be derived from this hash.
    const limitSecret = createHmac('sha256', settings.internalSecret).update('keys of limits').digest('base64url');
    const { networkLimitsTimes } = settings;
    const desk = { mailbox: settings.supportMailbox, inboundSecret: settings.supportInboundSecret };
    const { subgraph, start, stop } = createSupport(
      { ...ports, mail, mailbox },
      { ...desk, limitSecret, networkLimitsTimes },
      verify,
    );
    return { server: createServiceServer({ ...parts, service: 'support', subgraph }), start, stop };
  },
});
