import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { ActivityBatchSchema, ActivitySchema } from '@volant/proto/volant/analytics/v1/activity_pb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codedTime, decimalOf, decodeActivities, encodeActivities, millisecondsOf } from './activity-codec.ts';

const fields = fc.record({
  eventId: fc.uuid(),
  pageUid: fc.uuid(),
  tenure: fc.oneof(fc.nat(), fc.constant(-1)),
  type: fc.integer({ min: 0, max: 8 }),
  ms: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  day: fc.string({ maxLength: 10 }),
  customField: fc.string({ unit: 'grapheme', maxLength: 200 }),
  referrerHost: fc.string({ unit: 'grapheme', maxLength: 253 }),
  source: fc.integer({ min: 0, max: 3 }),
  country: fc.string({ maxLength: 2 }),
  high: fc.oneof(fc.constant(0), fc.nat(0xffff_ffff)),
  low: fc.oneof(fc.constant(0), fc.nat(0xffff_ffff)),
  byOwner: fc.boolean(),
  card: fc.oneof(fc.constant(''), fc.uuid()),
});
type Fields = typeof fields extends fc.Arbitrary<infer T> ? T : never;
const someActivities = fc.array(fields, { minLength: 1, maxLength: 3 });

const coded = ({ ms, high, low, ...rest }: Fields) => ({ ...rest, occurredAt: codedTime(ms), visitor: { high, low } });
const visitorOf = ({ high, low }: Fields) => (BigInt(high) << 32n) | BigInt(low);

function general(activities: readonly Fields[]): Uint8Array {
  const messages = activities.map(({ ms, high, low, ...rest }) =>
    create(ActivitySchema, { ...rest, occurredAt: timestampFromMs(ms), visitor: visitorOf({ high, low } as Fields) }),
  );
  return toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities: messages }));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the codec of activities', () => {
  it('writes the same bytes as the general codec', () => {
    fc.assert(
      fc.property(someActivities, (activities) => {
        expect(hex(encodeActivities(activities.map(coded)))).toBe(hex(general(activities)));
      }),
      { numRuns: 500 },
    );
  });

  it('reads what the general codec writes', () => {
    fc.assert(
      fc.property(someActivities, (activities) => {
        const read = decodeActivities(general(activities)).map(({ occurredAt, visitor, ...rest }) => ({
          // Fields with default values are not own properties.
          ...Object.fromEntries(Object.keys(rest).map((name) => [name, rest[name as keyof typeof rest]])),
          ms: millisecondsOf(occurredAt),
          visitor: decimalOf(visitor),
        }));
        expect(read).toEqual(
          activities.map(({ ms, high, low, ...rest }) => ({
            ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== 0 && value)),
            ms,
            visitor: String(visitorOf({ high, low } as Fields)),
          })),
        );
      }),
    );
  });

  it('applies the defaults', () => {
    const [plain] = decodeActivities(Uint8Array.from([0x0a, 0]));
    expect(plain?.country).toBe('');
    expect(plain?.tenure).toBe(0);
    expect(plain?.byOwner).toBe(false);
    expect(decimalOf(plain?.visitor ?? { high: 1, low: 1 })).toBe('0');
    expect(millisecondsOf(plain?.occurredAt ?? null)).toBeNaN();
  });

  it('keeps unknown fields of an activity that is written again', () => {
    // 20: varint, 21: fixed 64, 22: bytes, 23: fixed 32; then event_id.
    const unknown = [0xa0, 1, 5, 0xa9, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0xb2, 1, 2, 9, 9, 0xbd, 1, 1, 2, 3, 4];
    const activities = decodeActivities(Uint8Array.from([0x0a, unknown.length + 3, ...unknown, 0x0a, 1, 0x61]));
    expect(activities[0]?.eventId).toBe('a');
    const again = fromBinary(ActivityBatchSchema, encodeActivities(activities));
    expect(again.activities[0]?.$unknown?.map(({ no }) => no)).toEqual([20, 21, 22, 23]);
  });

  it('reads a batch that is cut and changed, or throws', () => {
    const changed = fc.tuple(someActivities, fc.nat(), fc.nat({ max: 255 }), fc.nat());
    fc.assert(
      fc.property(changed, ([activities, at, byte, cut]) => {
        const bytes = general(activities);
        bytes[at % bytes.length] = byte;
        try {
          expect(Array.isArray(decodeActivities(bytes.slice(0, cut % (bytes.length + 1))))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['text', Buffer.from('not a protobuf message')],
    ['JSON', Buffer.from('{"eventId":"x"}')],
    ['a length beyond the end', Buffer.from([0x0a, 0x7f, 1])],
    ['half a number', Buffer.from([0x0a, 0xff])],
    ['a field that reaches beyond its activity', Buffer.from([0x0a, 3, 0x0a, 4, 0x61, 0x62, 0x63, 0x64])],
    ['a fixed field cut off', Buffer.from([0x0a, 4, 0x59, 1, 2, 3])],
  ])('rejects %s', (_, bytes) => {
    expect(() => decodeActivities(bytes)).toThrow();
  });
});
