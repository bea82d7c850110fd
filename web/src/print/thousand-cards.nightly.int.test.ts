import { expect, it } from 'vitest';
import { linkOf, printDesign, printPages } from '../testing/print-design.ts';
import { CODE, jsqrReads, openPdf, readsScratched, render, zxingReads } from '../testing/printed-codes.ts';
import { layoutOf } from './layouts.ts';
import { printPdf } from './print-pdf.ts';

it('makes 1,000 cards whose codes two decoders read, two of three with 4 % scratched', async () => {
  const pages = printPages(1_000);
  const blob = await printPdf(layoutOf('card', printDesign), pages, 'Cards', () => {});
  const document = await openPdf(new Uint8Array(await blob.arrayBuffer()));
  expect(document.getPageCount()).toBe(2_000);
  let scratched = 0;
  for (const [index, page] of pages.entries()) {
    const picture = await render(document.getPage(2 * index + 1), CODE);
    const link = linkOf(page);
    expect([await zxingReads(picture), jsqrReads(picture)]).toEqual([[link], link]);
    if (await readsScratched(picture, index, [link])) scratched += 1;
  }
  expect(scratched).toBeGreaterThanOrEqual(650);
});
