/**
 * `npm run replay -- --since 2026-11-20T08:00:00Z`: makes ingest read the events since then again; `--since 0` all that
 * the log still holds. Events are counted once even if ingest reads them again.
 */

import { readInstant } from '@volant/infra/graphql/scalars';
import { replay } from '@volant/infra/message-log/replay';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { argumentsOf, runCommand, withAdapters } from './command.ts';

const USAGE = 'Usage: npm run replay -- --since <2026-11-20T08:00:00Z, or 0 for everything>';

function readSince(): Date {
  const { since } = argumentsOf({ options: { since: { type: 'string' } } }, USAGE).values;
  if (since === '0') return new Date(0);
  try {
    return readInstant(since);
  } catch {
    throw new OperatorError(USAGE);
  }
}

async function main(): Promise<boolean> {
  const since = readSince();
  // Figures that were lost are counted again, so the next start may create an empty database.
  const records = await withAdapters(
    { servers: ['kafka'], acceptsLossOf: 'clickhouse' },
    async ({ adapters, data }) => {
      const published = await replay(await adapters.messageLog(), ACTIVITY_TOPIC.name, since);
      if (data !== undefined) await data.started();
      return published;
    },
  );
  console.log(`${records} ${records === 1 ? 'record comes' : 'records come'} again; ingest reads them by itself.`);
  return true;
}

runCommand(USAGE, main);
