/** `npm run superadmin -- <email>`: grants the role SUPERADMIN, and creates the account if it does not exist. */

import { randomBytes } from 'node:crypto';
import type { Identity } from '@volant/identity/app';
import { DomainError } from '@volant/infra/errors/domain-error';
import { addressOf, runCommand, withAdapters } from './command.ts';
import { withIdentity } from './with-identity.ts';

const USAGE = 'Usage: npm run superadmin -- <email>';

const SENTENCES = {
  created: 'An account was opened with the role SUPERADMIN.',
  promoted: 'The account now has the role SUPERADMIN.',
  unchanged: 'The account has the role SUPERADMIN already.',
};

async function main(): Promise<boolean> {
  const email = addressOf(process.argv[2], USAGE);

  // With real servers, identity keeps nothing in a directory, and its processes keep running.
  await withAdapters({ servers: ['mongodb', 'kafka', 'redis'] }, (surroundings) =>
    withIdentity(surroundings, (identity) => ensureSuperadmin(identity, email)),
  );
  return true;
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

runCommand(USAGE, main);
