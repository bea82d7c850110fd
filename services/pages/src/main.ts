import { createUpload } from '@volant/infra/graphql/upload';
import { createRemotePeople } from '@volant/infra/process/remote-service';
import { runProcess } from '@volant/infra/process/run-process';
import { createServiceServer } from '@volant/infra/process/service-server';
import { createSessionVerifier } from '@volant/infra/process/session-settings';
import { createPages } from './app.ts';
import { readSettings } from './environment.ts';
import { PAGES_ERRORS } from './errors.ts';

await runProcess({
  name: 'pages',
  readSettings,
  essential: () => ['MongoDB'],
  async build(settings, { adapters, assertions, metrics, log, clock, newId }) {
    const [eventStore, viewStore, leases, messageLog, cache, objects] = await Promise.all([
      adapters.eventStore('pages'),
      adapters.viewStore('pages'),
      adapters.leases('pages'),
      adapters.messageLog(),
      adapters.cache(),
      adapters.objects(),
    ]);
    const sessions = createSessionVerifier({ settings, assertions, cache, log });
    const pages = createPages(
      {
        eventStore,
        viewStore,
        leases,
        messageLog,
        cache,
        objects,
        peopleFound: createRemotePeople(sessions.identity),
        clock,
        newId,
        log,
        measures: metrics,
      },
      { maxPagesPerDriver: settings.maxPagesPerDriver },
      sessions.verify,
    );
    const server = createServiceServer({
      service: 'pages',
      assertions,
      metrics,
      log,
      subgraph: pages.subgraph,
      upload: createUpload({ upload: pages.uploadImage, catalogue: PAGES_ERRORS, log }),
    });
    return {
      server,
      start: () => pages.start(),
      async stop() {
        await pages.stop();
        await sessions.close();
      },
    };
  },
});
