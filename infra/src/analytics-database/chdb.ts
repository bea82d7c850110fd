import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createClient } from '@clickhouse/client';
import { ClickHouseError } from '@clickhouse/client-common';
import type { Logger } from '../process/observability/log.ts';
import type { AnalyticsDatabase } from './analytics-database.ts';
import type { ClientConnection } from './chdb-connections.ts';
import type { Answer, Failure, Statement, StatementKind } from './engine-messages.ts';
import { createEngineProcess } from './engine-process.ts';

/** ClickHouse's error codes for damaged data. Which one occurs depends on the bytes that were changed. */
const OF_DAMAGE: ReadonlySet<string> = new Set([
  'ATTEMPT_TO_READ_AFTER_EOF',
  'BAD_SIZE_OF_FILE_IN_DATA_PART',
  'CANNOT_DECOMPRESS',
  'CANNOT_OPEN_FILE',
  'CANNOT_READ_ALL_DATA',
  'CANNOT_SEEK_THROUGH_FILE',
  'CHECKSUM_DOESNT_MATCH',
  'CORRUPTED_DATA',
  'FILE_DOESNT_EXIST',
  'INCORRECT_DATA',
  'LOGICAL_ERROR',
  'NO_FILE_IN_DATA_PART',
  'TOO_LARGE_ARRAY_SIZE',
  'TOO_LARGE_SIZE_COMPRESSED',
  'UNEXPECTED_FILE_IN_DATA_PART',
  'UNKNOWN_CODEC',
  'UNKNOWN_COMPRESSION_METHOD',
]);

/**
 * Opens ClickHouse's engine on a directory, in a process of its own (ADR 98). Only one process can have a directory
 * open.
 * @throws Error with a sentence for the operator if the directory cannot be used
 */
export async function openChdb(settings: {
  readonly path: string;
  readonly database: string;
  readonly log?: Logger;
  /** Without statements for this long, the engine ends until the next one. */
  readonly idleMs?: number;
}): Promise<AnalyticsDatabase> {
  const { path, database, log, idleMs } = settings;
  if (!/^\w+$/.test(database)) throw new Error(`“${database}” cannot be the name of a database.`);
  const engine = createEngineProcess({ path, database, log, idleMs });
  const damages = new EventEmitter();
  async function run(kind: StatementKind, statement: Statement): Promise<Answer> {
    const result = await engine.run(kind, statement);
    if ('answer' in result) return result.answer;
    if (OF_DAMAGE.has(result.failure.type ?? '')) damages.emit('damage');
    throw errorOf(result.failure);
  }
  await run('command', { query: 'SELECT 1' });
  const client = createClient({ connection: connectionBy(run, engine.close) });
  return {
    client,
    database,
    async check() {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw new Error('The analytics database does not answer.', { cause: answer.error });
    },
    onDamage: (listener) => void damages.on('damage', listener),
    close: () => client.close(),
  };
}

function errorOf({ message, type, code }: Failure): Error {
  return type === undefined ? new Error(message) : new ClickHouseError({ message, type, code: code ?? '' });
}

function connectionBy(
  run: (kind: StatementKind, statement: Statement) => Promise<Answer>,
  close: () => Promise<void>,
): ClientConnection {
  async function read(kind: 'query' | 'exec', statement: Statement) {
    const { body, ...answer } = await run(kind, statement);
    return { ...answer, stream: streamOf(body) };
  }
  async function insert(values: string | Readable, statement: Statement) {
    return run('insert', { ...statement, values: typeof values === 'string' ? values : await text(values) });
  }
  return {
    query: (params) => read('query', sent(params)),
    exec: async ({ values, ...params }) =>
      values === undefined
        ? read('exec', sent(params))
        : { ...(await insert(values, sent(params))), stream: streamOf(new Uint8Array()) },
    insert: ({ values, ...params }) => insert(values, sent(params)),
    command: (params) => run('command', sent(params)),
    async ping() {
      try {
        await run('query', { query: 'SELECT 1' });
        return { success: true };
      } catch (error) {
        return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
      }
    },
    close,
  };
}

/** The parameters that the engine knows. */
function sent({ query, query_params, clickhouse_settings }: Statement): Statement {
  return {
    query,
    ...(query_params === undefined ? {} : { query_params }),
    ...(clickhouse_settings === undefined ? {} : { clickhouse_settings }),
  };
}

function streamOf(body: Uint8Array): Readable {
  const stream = Readable.from(body.length === 0 ? [] : [Buffer.from(body.buffer, body.byteOffset, body.length)], {
    objectMode: false,
  });
  // The client destroys the stream of an unread result with an error.
  stream.on('error', () => {});
  return stream;
}
