import { remembered } from '@volant/infra/cache/remembered';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send only a few different, short values. */
const BOUNDS = { max: 200, maxLength: 200 };

/** The smallest encoding that the browser accepts. */
export const encodingFor = preferring(['br', 'gzip']);
/** For responses that gzip compresses in a fraction of the time (`gzipSharing`). */
export const gzipBefore = preferring(['gzip', 'br']);

type AcceptEncoding = string | readonly string[] | undefined;

function preferring(encodings: readonly Encoding[]): (acceptEncoding: AcceptEncoding) => Encoding {
  const chosen = remembered(BOUNDS, (acceptEncoding): Encoding => {
    const accepted = new Set<string | undefined>(
      acceptEncoding
        .toLowerCase()
        .split(',')
        .map((part) => part.split(';'))
        .filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''))
        .map(([name]) => name?.trim()),
    );
    return encodings.find((encoding) => accepted.has(encoding)) ?? 'identity';
  });
  return (acceptEncoding) => (acceptEncoding === undefined ? 'identity' : chosen(String(acceptEncoding)));
}
