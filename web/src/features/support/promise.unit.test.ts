// @vitest-environment node
import { expect, it } from 'vitest';
import { answerPromise } from './promise.ts';

const at = (iso: string) => Date.parse(iso);

it.each([
  ['2026-11-21T09:59:59.999Z', 'early'],
  ['2026-11-21T10:00:00.000Z', 'soon'],
  ['2026-11-22T09:59:59.999Z', 'soon'],
  ['2026-11-22T10:00:00.000Z', 'late'],
])('at %s, the answer to a message of 20 November, 10:00, is %s', (now, urgency) => {
  expect(answerPromise('2026-11-20T10:00:00.000Z', at(now))).toEqual({
    deadline: '2026-11-22T10:00:00.000Z',
    urgency,
  });
});
