import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deadLetter } from '@volant/infra/message-log/dead-letter';
import { createDeadLetters } from '@volant/infra/message-log/dead-letters';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import type { LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { readTopic } from '@volant/infra/message-log/read-topic';
import { ACTIVITY_DEAD_TOPIC, ACTIVITY_TOPIC, ALL_TOPICS } from '@volant/infra/message-log/topics';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { carriedLog, recordsInLog } from './carried-log.ts';

let directory: string;
let source: MessageLog;
let target: MessageLog;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-carried-log-'));
  source = await openEmbeddedMessageLog({ path: path.join(directory, 'source') });
  target = await openEmbeddedMessageLog({ path: path.join(directory, 'target') });
  await source.ensureTopics(ALL_TOPICS);
  await target.ensureTopics(ALL_TOPICS);
});
afterEach(async () => {
  await source.close();
  await target.close();
  await rm(directory, { recursive: true, force: true });
});

/** The lines of each part of a log, in the order of the parts. */
async function linesOf({ parts }: ReturnType<typeof carriedLog>): Promise<readonly (readonly string[])[]> {
  const all: string[][] = [];
  for (const part of parts) {
    const lines: string[] = [];
    for await (const { text } of part.rows()) lines.push(...text.split('\n').filter((line) => line !== ''));
    all.push(lines);
  }
  return all;
}

async function* portions(lines: readonly string[]) {
  for (let start = 0; start < lines.length; start += 7) yield lines.slice(start, start + 7);
}

async function recordsOf(log: MessageLog, topic: string): Promise<readonly LogRecord[]> {
  const all: LogRecord[] = [];
  for await (const records of readTopic(log, topic)) all.push(...records);
  return all;
}

/** A dead letter about a record that is no longer in the log. */
function letterAt(offset: number, value = 'unreadable') {
  const record = {
    topic: ACTIVITY_TOPIC.name,
    partition: 0,
    offset,
    key: 'k',
    value: null,
    headers: {},
    at: new Date(),
  };
  return deadLetter({ record, reason: 'for a test', value: Buffer.from(value) });
}

const activity = (number: number) => ({ key: `k${number}`, value: Buffer.from([number, 0, 255, 10]) });

it('carries each event once despite interruptions', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  await source.publish(ACTIVITY_TOPIC.name, numbers.map(activity));
  const [events = []] = await linesOf(carriedLog(source, 'first'));
  expect(events).toHaveLength(40);

  const [part] = carriedLog(target, 'first').parts;
  if (part === undefined) throw new Error('no part');
  expect(await recordsInLog(target)).toEqual([]);
  await part.restore(portions(events.slice(0, 16)));
  expect(await part.arrived()).toBe(16);
  expect(await recordsInLog(target)).toEqual([`records of topic ${ACTIVITY_TOPIC.name}`]);
  await part.restore(portions(events));
  await part.restore(portions(events));
  expect(await part.arrived()).toBe(40);
  const arrived = await recordsOf(target, ACTIVITY_TOPIC.name);
  expect(arrived.map(({ key, value }) => [key, Buffer.from(value ?? []).toString('hex')])).toEqual(
    numbers.map((number) => [`k${number}`, activity(number).value.toString('hex')]),
  );
  // Exporting them from there again gives the original lines.
  expect((await linesOf(carriedLog(target, 'second')))[0]).toEqual(events);
});

it('carries dead letters of events no longer in the log, and each can be put back', async () => {
  const letters = [letterAt(-3, 'one'), letterAt(-2, 'two'), letterAt(-1, 'put back')];
  await source.publish(ACTIVITY_DEAD_TOPIC.name, letters);
  await source.publish(ACTIVITY_DEAD_TOPIC.name, [{ key: letters[2]?.key ?? '', value: null }]);
  await source.publish(ACTIVITY_TOPIC.name, [activity(0), activity(1)]);
  // Left out: reading the carried event again writes this letter again.
  await source.publish(ACTIVITY_DEAD_TOPIC.name, [letterAt(1)]);

  const lines = await linesOf(carriedLog(source, 'first'));
  expect(lines.map(({ length }) => length)).toEqual([2, 2]);
  const { parts } = carriedLog(target, 'first');
  for (const [index, part] of parts.entries()) await part.restore(portions(lines[index] ?? []));
  // A letter of the new log at the same offset is another letter.
  await target.publish(ACTIVITY_DEAD_TOPIC.name, [letterAt(-3, 'new')]);
  const dead = createDeadLetters(target, [ACTIVITY_TOPIC.name]);
  expect((await dead.list()).map(({ size, reason }) => [size, reason])).toEqual([
    [3, 'for a test'],
    [3, 'for a test'],
    [3, 'for a test'],
  ]);

  const again = await linesOf(carriedLog(target, 'second'));
  expect(again[1]?.slice(0, 2)).toEqual(lines[1]);
  expect((await dead.putBack()).putBack).toBe(3);
  expect(await dead.list()).toEqual([]);
});

it('detects records published after it was read', async () => {
  await source.publish(ACTIVITY_TOPIC.name, [activity(0)]);
  const log = carriedLog(source, 'first');
  await linesOf(log);
  expect(await log.hasGrown()).toBe(false);
  await source.publish(ACTIVITY_TOPIC.name, [activity(1)]);
  expect(await log.hasGrown()).toBe(true);
});
