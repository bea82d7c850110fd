export type Encoding = 'br' | 'gzip' | 'identity';

const REMEMBERED = 200;
const known = new Map<string, Encoding>();

/** The smallest encoding the browser accepts. Remembered per header text: browsers send a handful. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const found = known.get(acceptEncoding);
  if (found !== undefined) return found;
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';'))
      .filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''))
      .map(([name]) => name?.trim()),
  );
  const encoding = accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'identity';
  if (known.size >= REMEMBERED) known.clear();
  known.set(acceptEncoding, encoding);
  return encoding;
}
