import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { ActivityBatchSchema, ActivitySchema } from '@volant/proto/volant/analytics/v1/activity_pb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readActivities } from './activity-reader.ts';

const fields = fc.record({
  eventId: fc.uuid(),
  pageUid: fc.uuid(),
  tenure: fc.nat(),
  type: fc.integer({ min: 0, max: 8 }),
  occurredAtMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  day: fc.string({ maxLength: 10 }),
  customField: fc.string({ unit: 'grapheme', maxLength: 200 }),
  referrerHost: fc.string({ unit: 'grapheme', maxLength: 253 }),
  source: fc.integer({ min: 0, max: 3 }),
  country: fc.string({ maxLength: 2 }),
  visitor: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  byOwner: fc.boolean(),
});

function encode(activities: readonly (typeof fields extends fc.Arbitrary<infer T> ? T : never)[]): Uint8Array {
  return toBinary(
    ActivityBatchSchema,
    create(ActivityBatchSchema, {
      activities: activities.map(({ occurredAtMs, ...rest }) =>
        create(ActivitySchema, { ...rest, occurredAt: timestampFromMs(occurredAtMs) }),
      ),
    }),
  );
}

describe('readActivities', () => {
  it('reads the output of the general encoder', () => {
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 5 }), (activities) => {
        const read = readActivities(encode(activities));
        expect(read.map(({ start: _, end: __, ...rest }) => rest)).toEqual(
          activities.map((activity) => ({ ...activity, visitor: String(activity.visitor) })),
        );
      }),
    );
  });

  it('keeps each activity as a batch of its own', () => {
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 5 }), (activities) => {
        const batch = encode(activities);
        const alone = readActivities(batch).flatMap(
          ({ start, end }) => fromBinary(ActivityBatchSchema, batch.subarray(start, end)).activities,
        );
        expect(alone).toEqual(fromBinary(ActivityBatchSchema, batch).activities);
      }),
      { numRuns: 50 },
    );
  });

  it('skips unknown fields', () => {
    // 20: varint, 21: fixed 64, 22: bytes, 23: fixed 32.
    const unknown = [0xa0, 1, 5, 0xa9, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0xb2, 1, 2, 9, 9, 0xbd, 1, 1, 2, 3, 4];
    const element = [0x0a, unknown.length + 3, ...unknown, 0x0a, 1, 0x61];
    expect(readActivities(Uint8Array.from([...unknown, ...element]))).toMatchObject([{ eventId: 'a' }]);
  });

  it('rejects corrupt bytes with an error and never reads beyond them', () => {
    const batch = fc.tuple(fc.array(fields, { minLength: 1, maxLength: 2 }), fc.nat(), fc.nat({ max: 255 }), fc.nat());
    fc.assert(
      fc.property(batch, ([activities, at, byte, cut]) => {
        const bytes = encode(activities);
        bytes[at % bytes.length] = byte;
        const broken = bytes.slice(0, cut % (bytes.length + 1));
        try {
          expect(Array.isArray(readActivities(broken))).toBe(true);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: (the message ends|a number is|a field reaches|unknown wire)/);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('applies the defaults, and reads negative numbers', () => {
    const [plain] = readActivities(Uint8Array.from([0x0a, 0]));
    expect(plain).toMatchObject({ country: '', referrerHost: '', customField: '', visitor: '0', tenure: 0, source: 0 });
    const negative = create(ActivityBatchSchema, { activities: [create(ActivitySchema, { tenure: -1 })] });
    expect(readActivities(toBinary(ActivityBatchSchema, negative))).toMatchObject([{ tenure: -1 }]);
  });

  it('reads a time that has unknown fields', () => {
    // occurred_at: field 9 as a varint, then seconds = 2, nanos = 5,000,000.
    const time = [0x48, 7, 0x08, 2, 0x10, 0xc0, 0x96, 0xb1, 0x02];
    expect(readActivities(Uint8Array.from([0x0a, time.length + 2, 0x2a, time.length, ...time]))).toMatchObject([
      { occurredAtMs: 2_005 },
    ]);
  });

  it.each([
    ['a field that reaches beyond its activity', [0x0a, 3, 0x0a, 4, 0x61, 0x62, 0x63, 0x64], 'a field reaches beyond'],
    ['a time that reaches beyond its message', [0x0a, 4, 0x2a, 1, 0x08, 0x01], 'a field reaches beyond'],
    ['a number of eleven bytes', [0x0a, 13, 0x18, ...Array(11).fill(0x80), 1], 'a number is too long'],
    ['a wire type that there is not', [0x0a, 2, 0xa4, 1], 'unknown wire type 4'],
    ['a number cut off', [0x0a, 1, 0x80], 'the message ends within a number'],
    ['a fixed field cut off', [0x0a, 4, 0x59, 1, 2, 3], 'the message ends within a field'],
  ])('rejects %s with an error', (_, bytes, reason) => {
    expect(() => readActivities(Uint8Array.from(bytes))).toThrow(reason);
  });

  it.each([
    ['text', Buffer.from('not a protobuf message')],
    ['JSON', Buffer.from('{"eventId":"x"}')],
    ['a length beyond the end', Buffer.from([0x0a, 0x7f, 1])],
    ['half a number', Buffer.from([0x0a, 0xff])],
  ])('rejects %s', (_, bytes) => {
    expect(() => readActivities(bytes)).toThrow();
  });
});
