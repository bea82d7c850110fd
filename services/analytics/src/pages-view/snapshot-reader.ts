import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { PageState } from '@volant/proto/volant/pages/v1/page_pb';

/** The fields of a volant.pages.v1.PageSnapshot that collect needs. */
export interface ReadSnapshot {
  readonly pageUid: string;
  /** Present id and former ones, with their letter case. */
  readonly ids: readonly string[];
  readonly state: PageState;
  readonly ownerId: string | undefined;
  readonly tenure: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly version: number;
  /** Names of custom items, present ones first. */
  readonly itemNames: readonly string[];
}

const NO_NAMES: readonly string[] = [];

/** Number and wire type of the fields that are read. */
const TAGS = {
  pageUid: (1 << 3) | WireType.LengthDelimited,
  publicId: (2 << 3) | WireType.LengthDelimited,
  previousIds: (3 << 3) | WireType.LengthDelimited,
  state: (4 << 3) | WireType.Varint,
  ownerId: (5 << 3) | WireType.LengthDelimited,
  tenure: (6 << 3) | WireType.Varint,
  profile: (8 << 3) | WireType.LengthDelimited,
  createdAt: (10 << 3) | WireType.LengthDelimited,
  version: (12 << 3) | WireType.Varint,
  formerItemNames: (14 << 3) | WireType.LengthDelimited,
} as const;

/**
 * Decodes by hand because every start reads the snapshots of all pages, and most of a snapshot is profile content that
 * is not needed here. The test compares it with the general decoder.
 * @throws Error if the bytes are not a valid message
 */
export function readSnapshot(bytes: Uint8Array): ReadSnapshot {
  const reader = new BinaryReader(bytes);
  let pageUid = '';
  let publicId = '';
  const previousIds: string[] = [];
  let state: PageState = 0;
  let ownerId: string | undefined;
  let tenure = 0;
  let created: Time = { seconds: 0, nanos: 0 };
  let version = 0;
  let present = NO_NAMES;
  let former = NO_NAMES;
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    switch ((field << 3) | type) {
      case TAGS.pageUid:
        pageUid = reader.string();
        break;
      case TAGS.publicId:
        publicId = reader.string();
        break;
      case TAGS.previousIds:
        previousIds.push(reader.string());
        break;
      case TAGS.state:
        state = reader.int32();
        break;
      case TAGS.ownerId:
        ownerId = reader.string();
        break;
      case TAGS.tenure:
        tenure = reader.int32();
        break;
      case TAGS.profile:
        present = [...present, ...itemNamesOf(reader)];
        break;
      case TAGS.createdAt:
        created = timeOf(reader, created);
        break;
      case TAGS.version:
        version = Number(reader.int64());
        break;
      case TAGS.formerItemNames:
        former = [...former, reader.string()];
        break;
      default:
        reader.skip(type, field);
    }
  }
  // Shared empty list: most pages have no names, and there are many pages.
  const itemNames = present.length + former.length === 0 ? NO_NAMES : [...present, ...former];
  const createdAt = created.seconds * 1000 + Math.round(created.nanos / 1_000_000);
  return { pageUid, ids: [publicId, ...previousIds], state, ownerId, tenure, createdAt, version, itemNames };
}

/** Names of the custom fields of a Profile. */
function itemNamesOf(reader: BinaryReader): readonly string[] {
  const names: string[] = [];
  const end = endOfNext(reader);
  while (reader.pos < end) {
    const [field, type] = reader.tag();
    if (field === 10 && type === WireType.LengthDelimited) names.push(nameOf(reader));
    else reader.skip(type, field);
  }
  return names;
}

function nameOf(reader: BinaryReader): string {
  let name = '';
  const end = endOfNext(reader);
  while (reader.pos < end) {
    const [field, type] = reader.tag();
    if (field === 2 && type === WireType.LengthDelimited) name = reader.string();
    else reader.skip(type, field);
  }
  return name;
}

interface Time {
  readonly seconds: number;
  readonly nanos: number;
}

/** Reads a Timestamp. @param known value from an earlier part of the message; fields missing in this part keep it */
function timeOf(reader: BinaryReader, known: Time): Time {
  let { seconds, nanos } = known;
  const end = endOfNext(reader);
  while (reader.pos < end) {
    const [field, type] = reader.tag();
    if (field === 1 && type === WireType.Varint) seconds = Number(reader.int64());
    else if (field === 2 && type === WireType.Varint) nanos = reader.int32();
    else reader.skip(type, field);
  }
  return { seconds, nanos };
}

/** @throws RangeError if the length exceeds the remaining bytes */
function endOfNext(reader: BinaryReader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new RangeError('the snapshot ends too early');
  return end;
}
