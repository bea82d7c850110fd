import { CLICK_NAMES } from '@volant/proto/activity/click-types';
import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

const row = (type: string, total: number) => ({ type, name: '', total });

it('counts an event of an unknown type neither as a view nor as a click', () => {
  const { views, clicks, clickCounts } = summaryOf([row('VIEW', 3), row('CLICK_CALL', 2), row('CLICK_HOLOGRAM', 5)]);
  expect({ views, clicks }).toEqual({ views: 3, clicks: 2 });
  expect(clickCounts.map(({ type }) => type)).toEqual(Object.keys(CLICK_NAMES));
});

it('counts the clicks of each type, also where there are none', () => {
  const { clickCounts } = summaryOf([row('CLICK_CUSTOM_FIELD', 2), row('CLICK_VCARD', 1)]);
  const counted = clickCounts.filter(({ count }) => count > 0);
  expect(counted.map(({ type, count }) => [type, count]).toSorted()).toEqual([
    ['CLICK_CUSTOM_FIELD', 2],
    ['CLICK_VCARD', 1],
  ]);
  expect(clickCounts.map(({ type }) => type)).toEqual(Object.keys(CLICK_NAMES));
});
