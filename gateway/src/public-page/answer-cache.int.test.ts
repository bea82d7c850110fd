import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { ownAnswers } from '../http/own-answer.ts';
import { createAnswerCache } from './answer-cache.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function memory(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it('counts at least the memory that an answer takes', () => {
  const make = ownAnswers({ status: 200, contentType: 'a', cacheControl: 'b', contentSecurityPolicy: 'c' });
  const cache = createAnswerCache();
  const before = memory();
  for (let number = 0; number < 50_000; number += 1) {
    // Ids and keys are created like in production: sliced from an address, and read from a document.
    const [id = '', page = ''] = `c${number} 01890000-0000-7000-8000-${String(number).padStart(12, '0')}`.split(' ');
    cache.keep(id, page, 'fr gzip https://volant.example', make(`page ${number}`.repeat(5), 'identity'));
  }
  const taken = memory() - before;
  const { answers, bytes } = cache.held;
  expect(answers).toBe(50_000);
  // Only an upper bound, because the exact amount depends on garbage of other code.
  expect(taken).toBeLessThan(bytes);
});
