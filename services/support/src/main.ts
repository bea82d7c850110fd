import { createHmac } from 'node:crypto';
import { runProcess } from '@volant/infra/process/run-process';
import { createServiceServer } from '@volant/infra/process/service-server';
import { createSessionVerifier } from '@volant/infra/process/session-settings';
import { createSupport } from './app.ts';
import { readSettings } from './environment.ts';

await runProcess({
  name: 'support',
  readSettings,
  essential: () => ['MongoDB'],
  async build(settings, { adapters, assertions, metrics, log, clock, newId }) {
    const [eventStore, viewStore, leases, messageLog, cache] = await Promise.all([
      adapters.eventStore('support'),
      adapters.viewStore('support'),
      adapters.leases('support'),
      adapters.messageLog(),
      adapters.cache(),
    ]);
    const sessions = createSessionVerifier({ settings, assertions, cache, log });
    const support = createSupport(
      { eventStore, viewStore, leases, messageLog, cache, clock, newId, log, measures: metrics },
      // Every process of the service has the internal secret, which cannot be derived from this hash.
      { limitSecret: createHmac('sha256', settings.internalSecret).update('keys of limits').digest('base64url') },
      sessions.verify,
    );
    return {
      server: createServiceServer({ service: 'support', assertions, metrics, log, subgraph: support.subgraph }),
      start: () => support.start(),
      async stop() {
        await support.stop();
        await sessions.close();
      },
    };
  },
});
