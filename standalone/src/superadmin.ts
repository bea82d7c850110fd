/** `npm run superadmin -- <email>`: gives a person the role SUPERADMIN, opening an account where there is none. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createIdentity } from '@volant/identity/app';
import { createAdapters } from '@volant/infra/adapters/adapters';
import { generateSigningKey } from '@volant/infra/auth/access-token';
import { DomainError } from '@volant/infra/errors/domain-error';
import { EnvironmentError } from '@volant/infra/process/environment';
import { createLogger } from '@volant/infra/process/log';
import { ServerUnreachable, SettingError } from '@volant/infra/process/server-errors';
import { destination } from 'pino';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { openDataDirectory, StartError, signingKeyOf } from './data-directory.ts';
import { settingsOfProcess } from './environment.ts';

const SENTENCES = {
  created: 'An account was opened with the role SUPERADMIN.',
  promoted: 'The account now has the role SUPERADMIN.',
  unchanged: 'The account has the role SUPERADMIN already.',
};

async function main(): Promise<void> {
  const email = z.email().safeParse(process.argv[2]);
  if (!email.success) throw new StartError('Usage: npm run superadmin -- <email>');

  const settings = settingsOfProcess();
  const { mongodb, kafka, redis } = settings.servers;
  const onServers = mongodb !== undefined && kafka !== undefined && redis !== undefined;
  // On real servers nothing of identity lies in a directory, and its processes go on beside this one.
  const data = onServers ? undefined : await openDataDirectory(settings.dataDirectory);
  const below = (name: string) => data?.below(name) ?? path.join(settings.dataDirectory, name);
  const log = createLogger({ name: 'volant', level: 'warn', destination: destination({ dest: 2, sync: true }) });
  const adapters = createAdapters({ servers: settings.servers, below, log, signal: new AbortController().signal });
  // No token is signed here, so that the key of the running processes is not needed.
  const key = data === undefined ? await generateSigningKey() : await signingKeyOf(data);
  const identity = createIdentity(
    {
      cache: await adapters.cache(),
      messageLog: await adapters.messageLog(),
      eventStore: await adapters.eventStore('identity'),
      viewStore: await adapters.viewStore('identity'),
      leases: await adapters.leases('identity'),
      mail: await adapters.mail(),
      objects: await adapters.objects(),
      clock: () => new Date(),
      newId,
      log,
    },
    { signingKey: key.privateKey, keyId: key.keyId, origin: () => 'http://localhost', background: false },
  );
  await identity.start();

  const password = randomBytes(12).toString('base64url');
  // An account that exists is promoted as it is; the password is for one that does not.
  const outcome = await identity.ensureSuperadmin({ email: email.data }).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'USER_NOT_FOUND')) throw error;
    return identity.ensureSuperadmin({ email: email.data, password });
  });
  console.log(SENTENCES[outcome]);
  if (outcome === 'created') console.log(`Its password is ${password} — change it after signing in.`);

  await identity.stop();
  await adapters.close();
  await data?.release();
}

main().catch((error: unknown) => {
  const expected = [StartError, EnvironmentError, SettingError, ServerUnreachable].some(
    (kind) => error instanceof kind,
  );
  console.error(expected ? (error as Error).message : error);
  process.exit(1);
});
