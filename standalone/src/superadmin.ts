/** `npm run superadmin -- <email>`: grants the role SUPERADMIN, and creates the account if it does not exist. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createIdentity, type Identity } from '@volant/identity/app';
import { type Adapters, createAdapters } from '@volant/infra/adapters/adapters';
import { generateSigningKey } from '@volant/infra/auth/access-token';
import { DomainError } from '@volant/infra/errors/domain-error';
import { createLogger, type Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { destination } from 'pino';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { type DataDirectory, openDataDirectory, signingKeyOf } from './data-directory.ts';
import { settingsOfProcess } from './environment.ts';
import { runCommand } from './transfer/run-command.ts';

const SENTENCES = {
  created: 'An account was opened with the role SUPERADMIN.',
  promoted: 'The account now has the role SUPERADMIN.',
  unchanged: 'The account has the role SUPERADMIN already.',
};

async function main(): Promise<boolean> {
  const email = z.email().safeParse(process.argv[2]);
  if (!email.success) throw new OperatorError('Usage: npm run superadmin -- <email>');

  const settings = settingsOfProcess();
  const { mongodb, kafka, redis } = settings.servers;
  const onServers = mongodb !== undefined && kafka !== undefined && redis !== undefined;
  // With real servers, identity keeps nothing in a directory, and its processes keep running.
  const data = onServers ? undefined : await openDataDirectory(settings.dataDirectory);
  const below = (name: string) => data?.below(name) ?? path.join(settings.dataDirectory, name);
  const log = createLogger({ name: 'volant', level: 'warn', destination: destination({ dest: 2, sync: true }) });
  const adapters = createAdapters({ servers: settings.servers, below, log, signal: new AbortController().signal });
  try {
    await promote(adapters, data, email.data, log);
  } finally {
    await adapters.close();
    await data?.release();
  }
  return true;
}

async function promote(adapters: Adapters, data: DataDirectory | undefined, email: string, log: Logger): Promise<void> {
  // No token is signed here, so the key of the running processes is not needed.
  const key = data === undefined ? generateSigningKey() : await signingKeyOf(data);
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
  try {
    await identity.start();
    await ensureSuperadmin(identity, email);
  } finally {
    await identity.stop();
  }
}

async function ensureSuperadmin(identity: Identity, email: string): Promise<void> {
  const password = randomBytes(12).toString('base64url');
  // An existing account keeps its password; the generated one is for a new account.
  const outcome = await identity.ensureSuperadmin({ email }).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'USER_NOT_FOUND')) throw error;
    return identity.ensureSuperadmin({ email, password });
  });
  console.log(SENTENCES[outcome]);
  if (outcome === 'created') console.log(`Its password is ${password} — change it after signing in.`);
}

runCommand(main);
