/** `npm run superadmin -- <email>`: gives a person the role SUPERADMIN, opening an account where there is none. */
import { randomBytes } from 'node:crypto';
import { createIdentity } from '@volant/identity/app';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { DomainError } from '@volant/infra/errors/domain-error';
import { openLmdbEventStore } from '@volant/infra/event-store/lmdb-event-store';
import { openLmdbMessageLog } from '@volant/infra/message-log/lmdb-message-log';
import { ALL_TOPICS } from '@volant/infra/message-log/topics';
import { EnvironmentError } from '@volant/infra/process/environment';
import { createLogger } from '@volant/infra/process/log';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
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
  const data = await openDataDirectory(settings.dataDirectory);
  const log = createLogger({ name: 'volant', level: 'warn' });
  const key = await signingKeyOf(data);
  const eventStore = await openLmdbEventStore({ path: data.below('identity') });
  const messageLog = await openLmdbMessageLog({ path: data.below('log'), logger: log });
  await messageLog.ensureTopics(ALL_TOPICS);
  const cache = createMemoryCache();
  const identity = createIdentity(
    { eventStore, messageLog, cache, viewStore: createMemoryViewStore(), clock: () => new Date(), newId, log },
    { signingKey: key.privateKey, keyId: key.keyId },
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
  await messageLog.close();
  await eventStore.close();
  await cache.close();
  await data.release();
}

main().catch((error: unknown) => {
  const expected = error instanceof StartError || error instanceof EnvironmentError;
  console.error(expected ? error.message : error);
  process.exit(1);
});
