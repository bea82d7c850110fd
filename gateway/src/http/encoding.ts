import { remembered } from '@volant/infra/cache/remembered';

export type Encoding = 'br' | 'gzip' | 'identity';

/** In order of size. */
const COMPRESSED: readonly Encoding[] = ['br', 'gzip'];
/** Browsers send only a few different, short values. */
const BOUNDS = { max: 200, maxLength: 200 };

const chosen = remembered(BOUNDS, (acceptEncoding): Encoding => {
  const accepted = new Set<string | undefined>(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';'))
      .filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''))
      .map(([name]) => name?.trim()),
  );
  return COMPRESSED.find((encoding) => accepted.has(encoding)) ?? 'identity';
});

/** The smallest encoding that the client accepts. */
export function encodingFor(acceptEncoding: string | readonly string[] | undefined): Encoding {
  return acceptEncoding === undefined ? 'identity' : chosen(String(acceptEncoding));
}
