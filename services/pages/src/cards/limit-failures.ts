import { DomainError } from '@volant/infra/errors/domain-error';
import { tooMany } from '@volant/infra/errors/too-many';
import type { Caller, CommandPorts } from '../page/commands/page-commands.ts';

const HOUR_MS = 60 * 60 * 1000;
const FAILED_CLAIMS_PER_HOUR = 10;

/**
 * Runs a command that takes a card for the caller. Failures are limited, because a guessed id or link could take a
 * stranger's card.
 */
export async function limitFailures<T>(ports: CommandPorts, { actor }: Caller, run: () => Promise<T>): Promise<T> {
  const failures = `pages:failed-claims:${actor.userId}`;
  const verdict = await ports.cache.take(failures, FAILED_CLAIMS_PER_HOUR, HOUR_MS);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterMs);
  try {
    const done = await run();
    await ports.cache.giveBack(failures);
    return done;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'CONFLICT') await ports.cache.giveBack(failures);
    throw error;
  }
}
