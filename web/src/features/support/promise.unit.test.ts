// @vitest-environment node
import { expect, it } from 'vitest';
import { answerPromise } from './promise.ts';

const at = (iso: string) => Date.parse(iso);

/** Days of November 2026: the 20th is a Friday. Times are of Paris, an hour ahead of UTC. */
it.each([
  ['a Tuesday', '2026-11-17T10:00:00+01:00', '2026-11-18T10:00:00+01:00', '2026-11-19T10:00:00+01:00'],
  ['a Thursday', '2026-11-19T10:00:00+01:00', '2026-11-20T10:00:00+01:00', '2026-11-23T10:00:00+01:00'],
  ['a Friday', '2026-11-20T10:00:00+01:00', '2026-11-23T10:00:00+01:00', '2026-11-24T10:00:00+01:00'],
  ['a Saturday', '2026-11-21T10:00:00+01:00', '2026-11-24T00:00:00+01:00', '2026-11-25T00:00:00+01:00'],
  ['the end of a Sunday', '2026-11-22T23:59:00+01:00', '2026-11-24T00:00:00+01:00', '2026-11-25T00:00:00+01:00'],
  [
    'a Friday that is a Saturday in Paris',
    '2026-11-20T23:30:00Z',
    '2026-11-24T00:00:00+01:00',
    '2026-11-25T00:00:00+01:00',
  ],
  [
    'the Friday before the clock goes back',
    '2026-10-23T10:00:00+02:00',
    '2026-10-26T10:00:00+01:00',
    '2026-10-27T10:00:00+01:00',
  ],
])('promises an answer to a message of %s within 48 hours without weekends', (_, since, soon, late) => {
  const urgencyAt = (now: number) => answerPromise(since, now).urgency;
  expect(answerPromise(since, at(since)).deadline).toBe(new Date(late).toISOString());
  expect([at(soon) - 1, at(soon), at(late) - 1, at(late)].map(urgencyAt)).toEqual(['early', 'soon', 'soon', 'late']);
});
