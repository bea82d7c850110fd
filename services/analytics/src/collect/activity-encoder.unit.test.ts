import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { ActivityBatchSchema, ActivitySchema } from '@volant/proto/volant/analytics/v1/activity_pb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ActivityEncoder, createActivityEncoder, type EncodableActivity } from './activity-encoder.ts';

const half = fc.oneof(fc.constant(0), fc.nat(0xffff_ffff));
const ascii = (maxLength: number) => fc.string({ unit: 'grapheme-ascii', maxLength });

function hexOf(encoder: ActivityEncoder, activities: readonly EncodableActivity[]): string {
  encoder.begin();
  for (const activity of activities) encoder.append(activity);
  return Buffer.from(encoder.written()).toString('hex');
}

it('writes the same bytes as the general encoder', () => {
  const encoder = createActivityEncoder(3);
  const activity = fc.record({
    eventId: fc.uuid(),
    pageUid: fc.uuid(),
    tenure: fc.nat(),
    type: fc.integer({ min: 0, max: 8 }),
    occurredAtMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    day: ascii(10),
    customField: fc.string({ unit: 'grapheme', maxLength: 200 }),
    referrerHost: ascii(253),
    source: fc.integer({ min: 0, max: 3 }),
    country: ascii(2),
    visitorHigh: half,
    visitorLow: half,
    byOwner: fc.boolean(),
  });
  fc.assert(
    fc.property(activity, (fields) => {
      const { occurredAtMs, visitorHigh, visitorLow, ...rest } = fields;
      const message = create(ActivitySchema, {
        ...rest,
        occurredAt: timestampFromMs(occurredAtMs),
        visitor: (BigInt(visitorHigh) << 32n) | BigInt(visitorLow),
      });
      const batch = create(ActivityBatchSchema, { activities: [message] });
      expect(hexOf(encoder, [fields])).toBe(Buffer.from(toBinary(ActivityBatchSchema, batch)).toString('hex'));
    }),
    { numRuns: 500 },
  );
});

it('builds a batch by concatenating elements', () => {
  const encoder = createActivityEncoder(3);
  const one = {
    eventId: 'a',
    pageUid: 'b',
    tenure: 1,
    type: 1,
    occurredAtMs: 1,
    day: '2026-01-01',
    customField: '',
    referrerHost: '',
    source: 0,
    country: '',
    visitorHigh: 0,
    visitorLow: 0,
    byOwner: false,
  };
  const bytes = Buffer.from(hexOf(encoder, [one, { ...one, eventId: 'c'.repeat(200) }, one]), 'hex');
  expect(fromBinary(ActivityBatchSchema, bytes).activities.map(({ eventId }) => eventId[0])).toEqual(['a', 'c', 'a']);
});
