/** A value that costs more than its size suggests, as JSON text. */
export interface HostileValue {
  readonly name: string;
  /** @param bytes maximal size; the value is nearly as large */
  readonly json: (bytes: number) => string;
}

/** A text that takes more than linear time in some programs. */
export interface HostileText {
  readonly name: string;
  /** Repeated between `before` and `after`. */
  readonly unit: string;
  readonly before?: string;
  /** Makes a regular expression fail at the end and backtrack. */
  readonly after?: string;
}

export const TEXTS: readonly HostileText[] = [
  // Of two combining classes in turn, because normalising has to sort them.
  { name: 'combining marks', before: 'a', unit: '\u0301\u0316' },
  { name: 'blanks', before: 'a', unit: ' ', after: 'a' },
  { name: 'line ends', before: 'a', unit: '\u00a0\n', after: 'a' },
  { name: 'dots', unit: '.', after: '!' },
  { name: 'labels', before: 'a@a', unit: '.a', after: '@' },
  { name: 'slashes', unit: '/', after: '!' },
  // Addresses of cards, so that a search finds many possible beginnings.
  { name: 'addresses', unit: '/d/a?', after: '\n!' },
  { name: 'surrogates', unit: '\ud800' },
  { name: 'joined pictures', unit: '👩\u200d' },
  { name: 'digits', before: '+33', unit: '1', after: '!' },
  { name: 'brackets', unit: '[' },
  { name: 'mathematical digits', unit: '𝟿' },
];

export function textOf({ unit, before = '', after = '' }: HostileText, bytes: number, sizeOf = jsonSize): string {
  const rest = bytes - sizeOf(before) - sizeOf(after);
  return before + unit.repeat(Math.max(1, Math.floor(rest / sizeOf(unit)))) + after;
}

function jsonSize(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

function repeated(opening: string, closing: string, inner: string, bytes: number): string {
  const times = Math.max(1, Math.floor((bytes - inner.length) / (opening.length + closing.length)));
  return opening.repeat(times) + inner + closing.repeat(times);
}

function listed(item: (i: number) => string, bytes: number): string {
  const items: string[] = [];
  for (let length = 2; length < bytes; length += (items.at(-1)?.length ?? 0) + 1) items.push(item(items.length));
  items.pop();
  return items.join(',');
}

/** Lists and objects of maximal depth and length. */
export const SHAPES: readonly HostileValue[] = [
  { name: 'lists in lists', json: (bytes) => repeated('[', ']', '', bytes) },
  { name: 'objects in objects', json: (bytes) => repeated('{"a":', '}', '0', bytes) },
  { name: 'lists in objects', json: (bytes) => repeated('{"a":[', ']}', '', bytes) },
  { name: 'a long list', json: (bytes) => `[${listed(() => '0', bytes)}]` },
  { name: 'a list of objects', json: (bytes) => `[${listed(() => '{}', bytes)}]` },
  { name: 'many names', json: (bytes) => `{${listed((i) => `"a${i}":0`, bytes)}}` },
  { name: 'a name of marks', json: (bytes) => `{"a${'\u0301\u0316'.repeat(Math.max(1, (bytes - 8) / 4))}":0}` },
  { name: 'a number of many digits', json: (bytes) => '1'.repeat(bytes) },
];

const TEXT_VALUES: readonly HostileValue[] = TEXTS.map((text) => ({
  name: text.name,
  json: (bytes: number) => JSON.stringify(textOf(text, bytes - 2)),
}));

/** Every text and every shape. */
export const VALUES: readonly HostileValue[] = [...TEXT_VALUES, ...SHAPES];
/** For places that contain a text or a number: they refuse all lists and objects alike. */
export const VALUES_OF_LEAVES: readonly HostileValue[] = [...TEXT_VALUES, ...SHAPES.slice(0, 2)];
