import { expect, it } from 'vitest';
import { COMMON_ERRORS } from './common-errors.ts';
import { toPublicError } from './domain-error.ts';
import { tooMany } from './too-many.ts';

it.each([
  [0, 1, '1 s'],
  [1, 1, '1 s'],
  [59_001, 60, '60 s'],
  [90_000, 90, '90 s'],
  [90_001, 91, '2 min'],
  [3_573_000, 3573, '60 min'],
  [5_400_000, 5400, '90 min'],
])('for %i ms left sets Retry-After to %i s, and says %s', (ms, seconds, wait) => {
  const refusal = tooMany(ms);
  expect(refusal.retryAfterSeconds).toBe(seconds);
  expect(toPublicError(refusal, 'en', COMMON_ERRORS)).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    text: `Too many attempts. Try again in ${wait}.`,
  });
  expect(toPublicError(refusal, 'fr', COMMON_ERRORS).text).toBe(`Trop de tentatives. Réessayez dans ${wait}.`);
});

it.each([
  ['fr', '22 h'],
  ['en', '22 hrs'],
  ['de', '22 Std.'],
  ['nl', '22 uur'],
  ['ar', '22 س'],
] as const)('says in %s how many hours are left of a day', (language, hours) => {
  const { text } = toPublicError(tooMany(21.5 * 60 * 60 * 1000), language, COMMON_ERRORS);
  expect(text.replaceAll(/\s/g, ' ')).toContain(hours);
});

it('uses the code of the service', () => {
  expect(tooMany(1000, 'TOO_MANY_MESSAGES')).toMatchObject({ code: 'TOO_MANY_MESSAGES', retryAfterSeconds: 1 });
});
