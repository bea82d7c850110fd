import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Encoding } from '../http/encoding.ts';
import { encodedAnswer } from '../http/ready-answer.ts';
import { createPageAnswers, type PageAnswers } from './page-answers.ts';
import type { PageDocument } from './page-view.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Once collections free no more: what other test files of the worker left is freed over several turns. */
async function memory(): Promise<number> {
  let held = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 50; times += 1) {
    collect();
    await nextTurn();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (times > 2 && held - heapUsed - arrayBuffers < 50_000) return heapUsed + arrayBuffers;
    held = heapUsed + arrayBuffers;
  }
  return held;
}

const request = { headers: {}, method: 'GET' } as FastifyRequest;
const reply = { hijack() {}, raw: { writeHead() {}, end() {} } } as unknown as FastifyReply;
const content = { status: 200, contentType: 'a', cacheControl: 'b', contentSecurityPolicy: 'c' };

const find = async (id: string) => [
  { _id: `01890000-0000-7000-8000-${id.padStart(12, '0')}`, ids: [id] as readonly string[] } as PageDocument,
];

async function fill(encoding: Encoding, maxSize: number): Promise<PageAnswers> {
  const answers = createPageAnswers(find, () => [], maxSize);
  for (let number = 0; number < 20_000; number += 1) {
    const body = Buffer.from(`page ${number} `.repeat(80));
    const make = () => encodedAnswer({ ...content, body }, encoding);
    // Ids are sliced from an address.
    const id = `/d/c${number}`.slice(3);
    await answers.send(request, reply, { id, kind: `fr ${encoding} https://volant.example`, make });
  }
  return answers;
}

it.each(['identity', 'br'] as const)('answers in %s take no more memory than their maximum', async (encoding) => {
  const maxSize = 20_000_000;
  // Compiled code and other leftovers do not count.
  await fill(encoding, 1);
  const before = await memory();
  const answers = await fill(encoding, maxSize);
  const taken = (await memory()) - before;
  // Far below, because memory that was counted before may be freed meanwhile.
  expect(taken).toBeGreaterThan(maxSize / 4);
  expect(taken).toBeLessThan(maxSize);
  answers.drop('', []);
});
