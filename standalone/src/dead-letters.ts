/**
 * `npm run dead-letters -- list|put-back [--topic T] [--partition N] [--offset N]`: lists unreadable records as JSON
 * lines, or publishes them to their topic again.
 */

import { deadTopicOf } from '@volant/infra/message-log/dead-letter';
import { createDeadLetters, type LetterFilter } from '@volant/infra/message-log/dead-letters';
import { ALL_TOPICS } from '@volant/infra/message-log/topics';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { argumentsOf, runCommand, withAdapters } from './command.ts';

const USAGE = 'Usage: npm run dead-letters -- list|put-back [--topic T] [--partition N] [--offset N]';

const NAMES = new Set(ALL_TOPICS.map(({ name }) => name));
const TOPICS = [...NAMES].filter((name) => NAMES.has(deadTopicOf(name)));

interface Order {
  readonly command: 'list' | 'put-back';
  readonly filter: LetterFilter;
}

function readOrder(): Order {
  const options = { topic: { type: 'string' }, partition: { type: 'string' }, offset: { type: 'string' } } as const;
  const { positionals, values } = argumentsOf({ allowPositionals: true, options }, USAGE);
  const [command] = positionals;
  if (positionals.length !== 1 || (command !== 'list' && command !== 'put-back')) throw new OperatorError(USAGE);
  const { topic, partition, offset } = values;
  if (topic !== undefined && !TOPICS.includes(topic)) {
    throw new OperatorError(`There are no dead letters of ${topic}; --topic is one of ${TOPICS.join(', ')}.`);
  }
  return {
    command,
    filter: {
      ...(topic === undefined ? {} : { topic }),
      ...(partition === undefined ? {} : { partition: numberOf(partition) }),
      ...(offset === undefined ? {} : { offset: numberOf(offset) }),
    },
  };
}

function numberOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new OperatorError(USAGE);
  return Number(text);
}

async function main(): Promise<boolean> {
  const { command, filter } = readOrder();
  return withAdapters({ servers: ['kafka'] }, async ({ adapters }) => {
    const letters = createDeadLetters(await adapters.messageLog(), TOPICS);
    if (command === 'list') {
      for (const letter of await letters.list(filter)) process.stdout.write(`${JSON.stringify(letter)}\n`);
      return true;
    }
    const { putBack, superseded } = await letters.putBack(filter);
    const rest = superseded === 0 ? '' : ` ${superseded} left alone: a newer record or an erasure came after.`;
    console.log(`${putBack} put back.${rest}`);
    return true;
  });
}

runCommand(USAGE, main);
