/** `npm run second-factor -- remove <email>`: lets a person in again who has lost their app and recovery codes. */

import { DomainError } from '@volant/infra/errors/domain-error';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { addressOf, runCommand, withAdapters } from './command.ts';
import { withIdentity } from './with-identity.ts';

const USAGE = 'Usage: npm run second-factor -- remove <email>';

async function main(): Promise<boolean> {
  const [, , command, address] = process.argv;
  if (command !== 'remove') throw new OperatorError(USAGE);
  const email = addressOf(address, USAGE);
  await withAdapters({ servers: ['mongodb', 'kafka', 'redis'] }, (surroundings) =>
    withIdentity(surroundings, async (identity) => {
      const removed = await identity.removeSecondFactor(email).catch((error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'USER_NOT_FOUND')) throw error;
        throw new OperatorError('No account has this address.');
      });
      console.log(removed ? 'The password is enough again.' : 'The account has no second factor.');
    }),
  );
  return true;
}

runCommand(USAGE, main);
