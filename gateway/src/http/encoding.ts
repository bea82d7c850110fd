import { remembered } from '@volant/infra/cache/remembered';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send a handful of texts, none of them long. */
const BOUNDS = { max: 200, maxLength: 200 };

/** The smallest encoding the browser accepts. */
export function encodingFor(acceptEncoding: string | readonly string[] | undefined): Encoding {
  return acceptEncoding === undefined ? 'identity' : smallestOf(String(acceptEncoding));
}

const smallestOf = remembered(BOUNDS, (acceptEncoding): Encoding => {
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';'))
      .filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''))
      .map(([name]) => name?.trim()),
  );
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'identity';
});
