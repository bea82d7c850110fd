import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gzipSharing } from './shared-gzip.ts';

const SHARED = `<style>${Array.from({ length: 400 }, (_, i) => `.rule-${i}{order:${i}}`).join('')}</style>`;

describe('gzip around a part that many bodies share', () => {
  it.each([
    ['in the middle', 'Zoé D’Été : avant ', ' après '.repeat(50)],
    ['at the beginning', '', 'après'],
    ['at the end', 'avant', ''],
    ['alone', '', ''],
    ['beside the same words', SHARED.slice(0, 500), SHARED.slice(700)],
  ])('is what any client unpacks: %s', (_, before, after) => {
    const body = Buffer.from(before + SHARED + after);
    expect(gunzipSync(gzipSharing(body, SHARED)).toString()).toBe(body.toString());
  });

  it('is hardly larger than all of it compressed anew', () => {
    const body = Buffer.from(`<p>${'avant '.repeat(30)}</p>${SHARED}<p>.rule-7{order:7}.rule-8{order:8}</p>`);
    expect(gzipSharing(body, SHARED).length).toBeLessThan(gzipSync(body, { level: 9 }).length + 60);
  });

  it('tells of a body that does not contain it', () => {
    expect(() => gzipSharing(Buffer.from('autre'), SHARED)).toThrow('does not contain');
  });
});
