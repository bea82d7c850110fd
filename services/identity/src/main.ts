import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import { createUpload } from '@volant/infra/graphql/upload';
import { runProcess } from '@volant/infra/process/run-process';
import { SettingError } from '@volant/infra/process/server-errors';
import { createServiceServer } from '@volant/infra/process/service-server';
import { createIdentity } from './app.ts';
import { readSettings } from './environment.ts';
import { IDENTITY_ERRORS } from './errors.ts';
import { superadminWarning } from './superadmin-settings.ts';

await runProcess({
  name: 'identity',
  readSettings,
  essential: () => ['MongoDB'],
  async build(settings, { adapters, assertions, metrics, log, clock, newId }) {
    const [eventStore, viewStore, leases, messageLog, cache, objects, mail] = await Promise.all([
      adapters.eventStore('identity'),
      adapters.viewStore('identity'),
      adapters.leases('identity'),
      adapters.messageLog(),
      adapters.cache(),
      adapters.objects(),
      adapters.mail(),
    ]);
    const { privateKey, keyId } = settings.signingKey;
    const identity = createIdentity(
      { eventStore, viewStore, leases, messageLog, cache, objects, mail, clock, newId, log, measures: metrics },
      {
        signingKey: privateKey,
        keyId,
        otherKeys: settings.otherKeys,
        origin: () => settings.origin,
        neutralForgotPassword: settings.neutralForgotPassword,
      },
    );
    const server = createServiceServer({
      service: 'identity',
      assertions,
      metrics,
      log,
      subgraph: identity.subgraph,
      upload: createUpload({ upload: identity.uploadAvatar, catalogue: IDENTITY_ERRORS, log }),
      loadSession: identity.loadSession,
      peopleFound: identity.peopleFound,
    });
    return {
      server,
      async start() {
        await identity.start();
        if (settings.superadmin === undefined) return;
        const outcome = await identity.ensureFirstSuperadmin(settings.superadmin).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          throw new SettingError('VOLANT_SUPERADMIN_EMAIL', toPublicError(error, 'en', IDENTITY_ERRORS).text);
        });
        const warning = superadminWarning(outcome);
        if (warning !== undefined) log.warn(warning);
      },
      stop: () => identity.stop(),
    };
  },
});
