import { expect, it } from 'vitest';
import { insightOf, isInPeak, MIN_VISITORS } from './insight.ts';

const people = (visitors: number, callers = 0, contacts = callers) => ({ visitors, callers, contacts });
const at = (weekday: number, hour: number, views: number) => ({ weekday, hour, views, clicks: 0, viewsBefore: 0 });

it('tells the share of callers, before the share of those who got in touch otherwise', () => {
  expect(insightOf(people(100, 22, 40), [])).toMatchObject({ kind: 'called', share: 0.22 });
  expect(insightOf(people(100, 0, 40), [])).toMatchObject({ kind: 'contacted', share: 0.4 });
  expect(insightOf(people(100), [])).toMatchObject({ kind: 'onlyLooked', share: 0 });
});

it('tells no share of few visitors', () => {
  expect(insightOf(people(0), [])).toMatchObject({ kind: 'noVisitors' });
  expect(insightOf(people(2, 2), [])).toMatchObject({ kind: 'few' });
  expect(insightOf(people(MIN_VISITORS - 1, 5), [])).toMatchObject({ kind: 'few' });
  expect(insightOf(people(MIN_VISITORS, 5), [])).toMatchObject({ kind: 'called', share: 0.25 });
});

it('finds the two hours with most views', () => {
  const hours = [at(5, 17, 9), at(5, 18, 8), at(1, 0, 10), at(3, 12, 16)];
  expect(insightOf(people(60, 10), hours).peak).toEqual({ weekday: 5, from: 17, to: 19 });
  expect(insightOf(people(60, 10), [...hours, at(2, 22, 20), at(2, 23, 1)]).peak).toEqual({
    weekday: 2,
    from: 22,
    to: 24,
  });
});

it.each([
  [5, 6],
  [7, 1],
])('finds the two hours around the midnight after day %i', (weekday, next) => {
  const hours = [at(3, 12, 25), at(weekday, 23, 20), at(next, 0, 10), at(weekday, 22, 9), at(next, 1, 9)];
  const { peak } = insightOf(people(60, 10), hours);
  expect(peak).toEqual({ weekday, from: 23, to: 1 });
  const framed = hours.filter((each) => peak !== undefined && isInPeak(peak, each.weekday, each.hour));
  expect(framed.map(({ weekday, hour }) => [weekday, hour])).toEqual([
    [weekday, 23],
    [next, 0],
  ]);
});

it('finds no busiest hours in few views', () => {
  expect(insightOf(people(30), [at(5, 17, MIN_VISITORS - 1)]).peak).toBeUndefined();
  expect(insightOf(people(30), [at(5, 17, MIN_VISITORS)]).peak).toEqual({ weekday: 5, from: 16, to: 18 });
});
