import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { inPieces } from './in-pieces.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at}`, name: 'Zoé “☎”', none: null }));

describe('inPieces', () => {
  it.each([501, 1_000, 1_001, 10_000])('writes a list of %i rows as JSON.stringify would', async (count) => {
    const answer = { success: true, left: undefined, pages: rows(count), total: count, cursor: null };
    const stream = inPieces(answer);
    expect(stream).toBeDefined();
    if (stream !== undefined) expect(await text(stream)).toBe(JSON.stringify(answer));
  });

  it('leaves the event loop free between pieces that a slow reader has not taken', async () => {
    const stream = inPieces({ pages: rows(10_000) });
    stream?.read();
    // The rest is not yet made.
    expect(stream?.readableLength).toBeLessThan(JSON.stringify(rows(2_000)).length);
  });

  it.each([undefined, null, 'text', { pages: rows(500) }, rows(501)])('leaves other answers alone', (answer) => {
    expect(inPieces(answer)).toBeUndefined();
  });
});
