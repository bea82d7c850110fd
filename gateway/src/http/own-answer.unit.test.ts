import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Encoding } from './encoding.ts';
import { type OwnAnswer, ownAnswers } from './own-answer.ts';

const START = `<style>${Array.from({ length: 400 }, (_, i) => `.rule-${i}{order:${i}}`).join('')}</style>`;
const KIND = { status: 200, contentType: 'text/html', cacheControl: 'no-cache', contentSecurityPolicy: '' };
const LONG = 'un long texte '.repeat(200);

const bodyOf = ({ common, own }: OwnAnswer) => Buffer.concat([common.start, own]);
const unpacked: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
};

describe('a response with a common beginning', () => {
  const make = ownAnswers({ ...KIND, start: START });
  const rests = {
    'a text': 'Zoé D’Été : après',
    nothing: '',
    'the same words': START.slice(700),
    'more than any before': 'é…'.repeat(100_000),
  };

  it.each(Object.entries(rests))('can be decompressed by any client, followed by %s', (_, rest) => {
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      expect(unpacked[encoding](bodyOf(make(rest, encoding))).toString()).toBe(START + rest);
    }
  });

  it('is hardly larger than compressing it as a whole', () => {
    const rest = `<p>${'après '.repeat(30)}</p><p>.rule-7{order:7}.rule-8{order:8}</p>`;
    expect(bodyOf(make(rest, 'gzip')).length).toBeLessThan(gzipSync(START + rest, { level: 9 }).length + 60);
  });

  it('stores only the part that it does not share', () => {
    const [one, other] = [make('un', 'gzip'), make('deux', 'gzip')];
    expect(one.common).toBe(other.common);
    expect(one.own.length).toBeLessThan(40);
    expect(one.common.headers).toContain('gzip');
  });

  it('has the same tag in every encoding, and another one for another text or beginning', () => {
    const tags = (['identity', 'gzip', 'br'] as const).map((encoding) => make('un', encoding).etag);
    expect(new Set(tags).size).toBe(1);
    expect(make('deux', 'gzip').etag).not.toBe(tags[0]);
    expect(ownAnswers({ ...KIND, start: `${START} ` })('un', 'gzip').etag).not.toBe(tags[0]);
  });
});

describe('a response without a common beginning', () => {
  const make = ownAnswers(KIND);

  it('is compressed as a whole', () => {
    const { common, own } = make(LONG, 'gzip');
    expect(unpacked.gzip(Buffer.concat([common.start, own])).toString()).toBe(LONG);
    expect(own.length).toBeLessThan(100);
  });

  it('is not compressed if that would save no packet', () => {
    const { common, own } = make('court', 'gzip');
    expect([own.toString(), common.start.length]).toEqual(['court', 0]);
    expect(common.headers).not.toContain('Content-Encoding');
  });
});
