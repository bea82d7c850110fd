import { fromBinary } from '@bufbuild/protobuf';
import { ActivityBatchSchema, ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { expect, test } from 'vitest';
import { DEMO_DAYS, demoActivity } from './activity.ts';

const NOW = new Date('2026-03-29T10:00:00Z');
const PAGE = { uid: '0190b0c0-0000-7000-8000-000000000001', tenure: 1, viewsPerDay: 30, customFields: ['Booking'] };

const activities = () =>
  demoActivity([PAGE], NOW).flatMap(({ value }) =>
    value === null ? [] : fromBinary(ActivityBatchSchema, value).activities,
  );

test('activity covers its days, named by Paris time, and none of it is in the future', () => {
  const all = activities();
  const views = new Set(all.filter(({ type }) => type === ActivityType.VIEW).map(({ day }) => day));
  expect(views.size).toBeGreaterThanOrEqual(DEMO_DAYS);
  const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
  for (const { occurredAt, day } of all) {
    const at = new Date(Number(occurredAt?.seconds) * 1000);
    expect(at.getTime()).toBeLessThan(NOW.getTime());
    expect(day).toBe(paris.format(at));
  }
});

test('activity has unique ids, and a custom field for exactly the taps on one', () => {
  const all = activities();
  expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(all.length);
  for (const { type, customField } of all) {
    expect(customField).toBe(type === ActivityType.CLICK_CUSTOM_FIELD ? 'Booking' : '');
  }
});
