import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AGAIN, againChoices } from './again.ts';
import { forgetRide, lastRide, rememberRide } from './last-rides.ts';
import type { Ride } from './ride-message.ts';

const ride: Ride = {
  from: 'Gare',
  to: 'Orly',
  soon: false,
  day: '2026-12-04',
  time: '18:45',
  passengers: '2',
  luggage: '1',
  transport: 'AF 1234',
  name: 'Zoé',
};
const at = (time: string) => new Date(time);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('the same ride keeps its hour until that is over, and is as soon as possible then', () => {
  expect(AGAIN.same(ride, at('2026-12-04T18:00'))).toEqual(ride);
  expect(AGAIN.same(ride, at('2026-12-04T19:00'))).toMatchObject({ soon: true, time: '', from: 'Gare', name: 'Zoé' });
});

it('the way back swaps the places, and has neither the flight nor the hour', () => {
  expect(AGAIN.back(ride)).toMatchObject({ from: 'Orly', to: 'Gare', soon: true, time: '', transport: '' });
});

it.each([
  ['2026-12-04T19:00', '2026-12-11'],
  ['2026-12-01T12:00', '2026-12-11'],
  ['2026-12-11T18:00', '2026-12-11'],
  ['2026-12-11T19:00', '2026-12-18'],
  ['2027-01-01T12:00', '2027-01-01'],
])('at %s the same hour in a week is on %s', (now, day) => {
  expect(AGAIN.nextWeek(ride, at(now))).toEqual({ ...ride, day });
});

it('keeps the hour over the change to summer time', () => {
  const before = { ...ride, day: '2027-03-27', time: '23:30' };
  expect(AGAIN.nextWeek(before, at('2027-03-28T00:00'))).toEqual({ ...before, day: '2027-04-03' });
});

it('remembers the last ride of ten pages, and forgets by page', () => {
  for (let page = 1; page <= 11; page += 1) rememberRide(`${page}`, { ...ride, name: `${page}` });
  rememberRide('11', ride);
  expect([lastRide('1'), lastRide('2')?.name, lastRide('11')]).toEqual([undefined, '2', ride]);
  expect(JSON.parse(localStorage.getItem('lastRides') ?? '')).toHaveLength(10);
  for (let page = 2; page <= 11; page += 1) forgetRide(`${page}`);
  expect(localStorage.getItem('lastRides')).toBeNull();
});

it('remembers the hour of a request for a ride as soon as possible', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 8, 5) });
  rememberRide('1', { ...ride, soon: true, day: '', time: '' });
  expect(lastRide('1')).toMatchObject({ soon: true, day: '2026-11-30', time: '08:05' });
});

it.each(['', '{', '7', '[7]', '[["1"]]', '[["1",7]]', `[["1",{"from":"${'x'.repeat(101)}"}]]`, '[["1",{"from":[]}]]'])(
  'takes nothing from a store that has %s',
  (stored) => {
    localStorage.setItem('lastRides', stored);
    expect(lastRide('1')).toBeUndefined();
    rememberRide('1', ride);
    expect(lastRide('1')).toEqual(ride);
  },
);

it('fills the form by one tap, and is gone when it is forgotten', () => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  document.adoptedStyleSheets ??= [];
  const [fill, onForget] = [vi.fn(), vi.fn()];
  const choices = againChoices({ ride, onForget })(fill);
  document.body.append(choices);
  const [, back, , forget] = choices.querySelectorAll('button');
  expect(choices.textContent).toContain('Gare → Orly');
  back?.click();
  expect(fill.mock.lastCall?.[0]).toMatchObject({ from: 'Orly', to: 'Gare' });
  forget?.click();
  expect([onForget.mock.calls.length, document.querySelector('fieldset')]).toEqual([1, null]);
});
