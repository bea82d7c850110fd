/*
 * The end of the link in a ride request, which fills in the driver's booking voucher. It follows `#`, so no server is
 * sent it. The lines are base64url: a message is percent-encoded once more, and letters with accents would grow
 * ninefold.
 */

const RIDE_LINES = ['at', 'day', 'time', 'from', 'to', 'passengers', 'luggage', 'transport', 'name'] as const;
/** What the link of a request says; `at` is when it was written, in seconds. */
export type RideLines = Readonly<Record<(typeof RIDE_LINES)[number], string>>;

/** The last line, so that a link that was cut is not taken for a whole one. */
const END = '1';
/** Longer than any link that a form can make. */
const LONGEST = 4_000;
/** Begins the end of a link with a request. */
const REQUEST = '#d';

export function encodeLines(lines: readonly string[]): string {
  const bytes = new TextEncoder().encode([...lines, END].join('\n'));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Undefined if the text was cut, or made by something else. */
export function decodeLines(text: string): readonly string[] | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n');
    return lines.pop() === END ? lines : undefined;
  } catch {
    return undefined;
  }
}

export function rideHash(ride: RideLines): string {
  return REQUEST + encodeLines(RIDE_LINES.map((line) => ride[line]));
}

export function readRideHash(hash: string): RideLines | undefined {
  if (!hash.startsWith(REQUEST)) return undefined;
  const lines = decodeLines(hash.slice(REQUEST.length));
  if (lines?.length !== RIDE_LINES.length) return undefined;
  return Object.fromEntries(RIDE_LINES.map((line, index) => [line, lines[index] ?? ''])) as RideLines;
}
