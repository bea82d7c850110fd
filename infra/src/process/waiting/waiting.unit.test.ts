import { expect, it } from 'vitest';
import { createLogger } from '../observability/log.ts';
import { ServerUnreachable, SettingError } from '../settings/server-errors.ts';
import { waitFor } from './waiting.ts';

const pauses = { firstMs: 1, longestMs: 4, sayAgainMs: 60_000 };

function setUp() {
  const lines: { level: number; msg: string }[] = [];
  const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  return { lines, parts: { server: 'Kafka', log, pauses } };
}

function answeringAtTry(number: number): () => Promise<string> {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries < number) throw new ServerUnreachable('Kafka', 'nobody answers at kafka:9092');
    return `try ${tries}`;
  };
}

it('logs once that it waits for a server, and once that the server answers', async () => {
  const { lines, parts } = setUp();
  expect(await waitFor(answeringAtTry(5), { ...parts, signal: new AbortController().signal })).toBe('try 5');
  expect(lines.map(({ msg }) => msg)).toEqual(['waiting for Kafka: nobody answers at kafka:9092', 'Kafka answers now']);
});

it('logs it again after an interval', async () => {
  const { lines, parts } = setUp();
  const impatient = { ...pauses, sayAgainMs: 0 };
  await waitFor(answeringAtTry(4), { ...parts, pauses: impatient, signal: new AbortController().signal });
  expect(lines.filter(({ msg }) => msg.startsWith('waiting'))).toHaveLength(3);
});

it('logs nothing if the server answers at once', async () => {
  const { lines, parts } = setUp();
  await waitFor(answeringAtTry(1), { ...parts, signal: new AbortController().signal });
  expect(lines).toEqual([]);
});

it('does not wait for a wrong setting', async () => {
  const { parts } = setUp();
  const refused = new SettingError('VOLANT_KAFKA_PASSWORD', 'Kafka refuses it');
  const waiting = waitFor(() => Promise.reject(refused), { ...parts, signal: new AbortController().signal });
  await expect(waiting).rejects.toBe(refused);
});

it('ends if the process shuts down', async () => {
  const { parts } = setUp();
  const controller = new AbortController();
  const long = { ...pauses, firstMs: 60_000, longestMs: 60_000 };
  const waiting = waitFor(answeringAtTry(9), { ...parts, pauses: long, signal: controller.signal });
  controller.abort(new Error('shutting down'));
  await expect(waiting).rejects.toThrow('shutting down');
});
