import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { type PageSnapshot, PageSnapshotSchema } from '@volant/proto/volant/pages/v1/page_pb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ReadSnapshot, readSnapshot } from './snapshot-reader.ts';

const word = fc.string({ unit: 'grapheme', maxLength: 12 });
const words = fc.array(word, { maxLength: 3 });
const customField = fc.record({ id: word, name: word, value: word, icon: word, color: word });
const profile = fc.record({
  name: word,
  bio: word,
  displayStyle: fc.integer({ min: 0, max: 3 }),
  customFields: fc.array(customField, { maxLength: 3 }),
});
const timestamp = fc.record({
  seconds: fc.bigInt({ min: -62_135_596_800n, max: 253_402_300_799n }),
  nanos: fc.integer({ min: 0, max: 999_999_999 }),
});
const snapshots: fc.Arbitrary<MessageInitShape<typeof PageSnapshotSchema>> = fc.record(
  {
    pageUid: word,
    publicId: word,
    previousIds: words,
    state: fc.integer({ min: 0, max: 9 }),
    ownerId: word,
    tenure: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
    displayName: word,
    profile,
    avatar: word,
    createdAt: timestamp,
    claimedAt: timestamp,
    version: fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
    indexable: fc.boolean(),
    formerItemNames: words,
  },
  { requiredKeys: [] },
);

/** The result of the general decoder. */
function expected(snapshot: PageSnapshot): ReadSnapshot {
  const { pageUid, publicId, previousIds, state, ownerId, tenure, createdAt, version } = snapshot;
  const items = (snapshot.profile?.customFields ?? []).map(({ name }) => name);
  return {
    pageUid,
    ids: [publicId, ...previousIds],
    state,
    ownerId,
    tenure,
    createdAt: createdAt === undefined ? 0 : timestampMs(createdAt),
    version: Number(version),
    itemNames: [...items, ...snapshot.formerItemNames],
  };
}

function check(bytes: Uint8Array): void {
  expect(readSnapshot(bytes)).toEqual(expected(fromBinary(PageSnapshotSchema, bytes)));
}

it('reads the same as the general decoder', () => {
  fc.assert(fc.property(snapshots, (init) => check(toBinary(PageSnapshotSchema, create(PageSnapshotSchema, init)))));
});

it('merges a message in two parts, and skips fields of later versions', () => {
  // Field 99, a text, and field 98, a number.
  const unknown = Uint8Array.of(0x9a, 0x06, 0x02, 0x68, 0x69, 0x90, 0x06, 0x05);
  fc.assert(
    fc.property(snapshots, snapshots, (one, two) => {
      const parts = [one, two].map((init) => toBinary(PageSnapshotSchema, create(PageSnapshotSchema, init)));
      check(Buffer.concat([parts[0] as Uint8Array, unknown, parts[1] as Uint8Array]));
    }),
  );
});

it('merges a time in two parts', () => {
  const partOf = (seconds: bigint, nanos: number) =>
    toBinary(PageSnapshotSchema, create(PageSnapshotSchema, { createdAt: { seconds, nanos } }));
  check(Buffer.concat([partOf(0n, 500_000), partOf(0n, 0)]));
  check(Buffer.concat([partOf(7n, 2_000_000), partOf(0n, 3_000_000)]));
});

it('rejects bytes that are not a message', () => {
  const bytes = toBinary(PageSnapshotSchema, create(PageSnapshotSchema, { pageUid: 'a', profile: { name: 'b' } }));
  for (let length = 1; length < bytes.length; length += 1) {
    const cut = bytes.subarray(0, length);
    const general = () => fromBinary(PageSnapshotSchema, cut);
    let isMessage = true;
    try {
      general();
    } catch {
      isMessage = false;
    }
    if (isMessage) check(cut);
    else expect(() => readSnapshot(cut)).toThrow();
  }
  expect(() => readSnapshot(new TextEncoder().encode('no snapshot'))).toThrow();
});
