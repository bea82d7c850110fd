/** `npm run superadmin -- <email>`: grants the role SUPERADMIN, and creates the account if it does not exist. */

import { randomBytes } from 'node:crypto';
import { createIdentity, type Identity } from '@volant/identity/app';
import { generateSigningKey } from '@volant/infra/auth/access-token';
import { DomainError } from '@volant/infra/errors/domain-error';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { openServicePorts } from '@volant/infra/process/shell/service-ports';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { runCommand, type Surroundings, withAdapters } from './command.ts';
import { signingKeyOf } from './data-directory.ts';

const SENTENCES = {
  created: 'An account was opened with the role SUPERADMIN.',
  promoted: 'The account now has the role SUPERADMIN.',
  unchanged: 'The account has the role SUPERADMIN already.',
};

async function main(): Promise<boolean> {
  const email = z.email().safeParse(process.argv[2]);
  if (!email.success) throw new OperatorError('Usage: npm run superadmin -- <email>');

  // With real servers, identity keeps nothing in a directory, and its processes keep running.
  await withAdapters({ servers: ['mongodb', 'kafka', 'redis'] }, (surroundings) => promote(surroundings, email.data));
  return true;
}

async function promote({ adapters, data, log }: Surroundings, email: string): Promise<void> {
  // No token is signed here, so the key of the running processes is not needed.
  const key = data === undefined ? generateSigningKey() : await signingKeyOf(data);
  const identity = createIdentity(
    {
      ...(await openServicePorts('identity', { adapters, metrics: NO_MEASURES, clock: () => new Date(), newId, log })),
      mail: await adapters.mail(),
      objects: await adapters.objects(),
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
