import { CLICK_NAMES } from '@volant/proto/activity/click-types';
import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

const row = (type: string, total: number) => ({ type, name: '', total });

it('counts an event of an unknown type neither as a view nor as a click', () => {
  const { views, clicks, clickCounts } = summaryOf([row('VIEW', 3), row('CLICK_CALL', 2), row('CLICK_HOLOGRAM', 5)]);
  expect({ views, clicks }).toEqual({ views: 3, clicks: 2 });
  expect(clickCounts.map(({ type }) => type)).toEqual(Object.keys(CLICK_NAMES));
});

it('tells the clicks of each type by its name, also where there are none', () => {
  const none = Object.fromEntries(Object.values(CLICK_NAMES).map((name) => [name, 0]));
  const { clicksByType } = summaryOf([row('CLICK_CUSTOM_FIELD', 2), row('CLICK_VCARD', 1)]);
  expect(clicksByType).toEqual({ ...none, customFields: 2, vcard: 1 });
});
