import { createUpload } from '@volant/infra/graphql/upload';
import { createServiceServer } from '@volant/infra/process/server/service-server';
import { runClusterProcess } from '@volant/infra/process/shell/run-cluster-process';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { createIdentity } from './app.ts';
import { readSettings } from './environment.ts';
import { IDENTITY_ERRORS } from './errors.ts';
import { makeFirstSuperadmin } from './first-superadmin.ts';

await runClusterProcess({
  name: 'identity',
  readSettings,
  async build(settings, parts) {
    const { adapters, log } = parts;
    const [ports, objects, mail] = await Promise.all([
      openServicePorts('identity', parts),
      adapters.objects(),
      adapters.mail(),
    ]);
    const { privateKey: signingKey, keyId } = settings.signingKey;
    const identity = createIdentity(
      { ...ports, objects, mail },
      { ...settings, signingKey, keyId, origin: () => settings.origin },
    );
    const { subgraph, loadSession, peopleFound, stop } = identity;
    const upload = createUpload({ upload: identity.uploadAvatar, catalogue: IDENTITY_ERRORS, log });
    return {
      server: createServiceServer({ ...parts, service: 'identity', subgraph, upload, loadSession, peopleFound }),
      async start() {
        await identity.start();
        await makeFirstSuperadmin(identity, settings.superadmin, log);
      },
      stop,
    };
  },
});
