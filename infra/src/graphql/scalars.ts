import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { uploadKeyOf } from '../images/store-image.ts';

/** ISO 8601 and RFC 3339 as programs write them: also `2026-12-01 09:12:00,5 +0100`, and in small letters. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/i;
const LONGEST_INSTANT = 40;
/**
 * The format that `Date` writes, and certainly a valid instant. Matching it skips parsing, which matters for lists of
 * thousands.
 */
const WRITTEN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function text(node: ValueNode): string | undefined {
  return node.kind === Kind.STRING ? node.value : undefined;
}

/** The round trip refuses 30 February, which Date would silently move into March. */
function isDay(written: string): boolean {
  const date = new Date(written);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
}

/** @throws GraphQLError for anything but ISO 8601 with a time zone, and for days that no month has */
export function readInstant(value: unknown): Date {
  const written = typeof value === 'string' && value.length <= LONGEST_INSTANT ? value.trim() : '';
  const [, day = '', time = '', hours, minutes = '00'] = INSTANT.exec(written) ?? [];
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const date = isDay(day) ? new Date(`${day}T${time.replace(',', '.')}${zone}`) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) {
    throw new GraphQLError('DateTime expects ISO 8601 with a time zone');
  }
  return date;
}

function readDay(value: unknown): string {
  if (typeof value !== 'string' || !DAY.test(value) || !isDay(value)) throw new GraphQLError('Date expects YYYY-MM-DD');
  return value;
}

function writeInstant(value: unknown): string {
  if (typeof value === 'string' && WRITTEN.test(value)) return value;
  return (value instanceof Date ? value : readInstant(value)).toISOString();
}

/** Resolvers may return a Date or an ISO 8601 string; arguments arrive as Date. */
export const dateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize: writeInstant,
  parseValue: readInstant,
  parseLiteral: (node) => readInstant(text(node)),
});

/** `YYYY-MM-DD`, a string as input and output. */
export const dateScalar = new GraphQLScalarType<string, string>({
  name: 'Date',
  serialize: readDay,
  parseValue: readDay,
  parseLiteral: (node) => readDay(text(node)),
});

export const jsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

function readUploadPath(value: unknown): string {
  if (typeof value !== 'string' || uploadKeyOf(value) === undefined) throw new GraphQLError('Upload expects a file');
  return value;
}

/** A file. The gateway has it stored before a service sees it, and passes its path. */
export const uploadScalar = new GraphQLScalarType<string, string>({
  name: 'Upload',
  serialize: readUploadPath,
  parseValue: readUploadPath,
  parseLiteral: (node) => readUploadPath(text(node)),
});

export const SCALARS: readonly GraphQLScalarType[] = [dateTimeScalar, dateScalar, jsonScalar, uploadScalar];
