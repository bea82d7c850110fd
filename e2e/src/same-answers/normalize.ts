import type { Line } from './line.ts';

/** Prefix of the script's fixed ids, which are equal on all products. */
export const FIXED_ID = '00000000-0000-4000-8000-';

const CURSOR_KEYS = new Set(['cursor', 'endCursor']);
const WORD = 'A-Za-z0-9_-';

/**
 * Replaces values that differ between runs. Random values are numbered by first appearance, so that equal values stay
 * equal.
 */
export function createNormalizer(origin: string): (line: Line) => Line {
  const known = new Map<string, string>();

  function numbered(kind: string) {
    return (found: string) => {
      const present = known.get(found);
      if (present !== undefined) return present;
      const count = [...known.values()].filter((name) => name.startsWith(`<${kind} `)).length;
      const name = `<${kind} ${count + 1}>`;
      known.set(found, name);
      return name;
    };
  }
  const uuid = numbered('uuid');

  function text(value: string): string {
    return (
      value
        .replaceAll(origin, '<origin>')
        .replaceAll(new URL(origin).host, '<host>')
        // The modules of a QR code depend on the product's address.
        .replace(/(?<=<path fill="url\(#ink\)" d=")[^"]+/g, '<modules>')
        .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
        .replace(/\b\d+ s\b/g, '<seconds> s')
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
        // In the format of file names.
        .replace(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/g, '<time>')
        .replace(/\b\d{4}-\d\d-\d\d\b/g, numbered('day'))
        .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (found) =>
          found.startsWith(FIXED_ID) ? found : uuid(found),
        )
        .replace(new RegExp(`(?<=/uploads/)[${WORD}]+(?=\\.)`, 'g'), numbered('file'))
        // Alphabet and length of generated ids.
        .replace(new RegExp(`(?<![${WORD}])[a-km-np-z2-9]{24}(?![${WORD}])`, 'g'), numbered('page'))
    );
  }

  function value(given: unknown, key = ''): unknown {
    if (typeof given === 'string') return CURSOR_KEYS.has(key) ? '<cursor>' : text(given);
    if (Array.isArray(given)) {
      const all = given.map((each) => value(each));
      // GraphQL errors come in the order in which the services answered.
      return key === 'errors' ? all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : all;
    }
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, each]) => [text(name), value(each, name)]));
  }

  function header(name: string, given: string): string {
    if (name === 'retry-after') return '<seconds>';
    // Keep short etags: they are versions of a page.
    if (name === 'etag') return given.length > 12 ? '<etag>' : given;
    if (name === 'content-security-policy') return text(given).replace(/'nonce-[^']+'/g, "'<nonce>'");
    return text(given);
  }

  return ({ step, status, headers, body }) => ({
    step,
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, given]) => [name, header(name, given)])),
    body: value(body),
  });
}
