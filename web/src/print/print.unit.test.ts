// @vitest-environment node
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { linkOf, printDesign, printPages } from '../testing/print-design.ts';
import {
  boxesOf,
  CODE,
  drawn,
  jsqrReads,
  openPdf,
  partsOf,
  pngReads,
  readsScratched,
  render,
  zxingReads,
} from '../testing/printed-codes.ts';
import { codePicture } from './code-picture.ts';
import { codeZip } from './code-zip.ts';
import { filledRuns } from './filled-runs.ts';
import { layoutOf, printedName } from './layouts.ts';
import { textBlock } from './lettering.ts';
import { FORMATS, type Format } from './print-order.ts';
import { printPdf } from './print-pdf.ts';

const progress: number[] = [];
const pdfOf = async (format: Format, count: number) => {
  const blob = await printPdf(layoutOf(format, printDesign), printPages(count), 'Cards', (done) => progress.push(done));
  return new Uint8Array(await blob.arrayBuffer());
};

/** Operators of paths, places and CMYK; not one of texts or other colours. `Base` is the shared drawing. */
const OPERATORS = ['Base', 'Do', 'J', 'K', 'Q', 'S', 'c', 'cm', 'f', 'h', 'j', 'k', 'l', 'm', 'q', 're', 'w'];

describe('a print file', () => {
  it.each([
    ['card', 2, [91.6, 59.98], [3, 3, 88.6, 56.98]],
    ['sheet', 1, [210, 297], [0, 0, 210, 297]],
    ['headrest', 1, [154, 216], [3, 3, 151, 213]],
    ['sticker', 1, [96, 96], [3, 3, 93, 93]],
  ] as const)(
    'of the format %s has %i sides with a trimmed format within the bleed',
    async (format, sides, size, trim) => {
      const document = await openPdf(await pdfOf(format, 1));
      expect(document.getPageCount()).toBe(sides);
      for (const page of document.pages()) {
        const media = [0, 0, ...size];
        expect(boxesOf(page)).toEqual({ media, bleed: media, trim });
      }
    },
  );

  it.each(FORMATS)('of the format %s has codes that two decoders read', async (format) => {
    const pages = printPages(format === 'sheet' ? 11 : 2);
    const read: string[] = [];
    for (const page of (await openPdf(await pdfOf(format, pages.length))).pages()) {
      const picture = await render(page);
      read.push(...(await zxingReads(picture)));
      if (format !== 'sheet' && !(format === 'card' && page.number % 2 === 0)) {
        expect(jsqrReads(picture)).toBe(read.at(-1));
      }
    }
    expect(read).toEqual(pages.map(linkOf));
  });

  it.each(FORMATS)('of the format %s has process colours alone, black as K, and no fonts', async (format) => {
    const { dictionaries, contents } = partsOf(await pdfOf(format, 2));
    expect(contents.filter((content) => /0 0 0 1 k \d+ \d+ \d+ 1 re/.test(content)).length).toBeGreaterThan(0);
    const operators = new Set(contents.join('\n').match(/[A-Za-z]+/g));
    expect([...operators].sort()).toEqual(OPERATORS.filter((one) => operators.has(one)));
    expect(dictionaries).toContain('/TrimBox');
    expect(dictionaries).not.toMatch(/\/(Separation|DeviceN|DeviceRGB|ICCBased|Font)\b/);
  });

  it('is drawn in turns that report how many pages they contain', async () => {
    progress.length = 0;
    await pdfOf('sheet', 105);
    expect(progress).toEqual([100]);
  });

  it('is drawn without timers, which a browser slows down in a tab that nobody looks at', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await pdfOf('card', 20);
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });

  it('is still read two times of three with 4 % of its code scratched', async () => {
    const [page] = [...(await openPdf(await pdfOf('card', 1))).pages()].slice(1);
    if (page === undefined) throw new Error('the card has no back');
    const picture = await render(page, CODE);
    const reads = await Promise.all(
      Array.from({ length: 40 }, (_, seed) => readsScratched(picture, seed, printPages(1).map(linkOf))),
    );
    expect(reads.filter(Boolean).length).toBeGreaterThanOrEqual(26);
  });
});

it('leaves out a name with letters that the fonts lack, and any name if the design has none', () => {
  const printed = printPages(6).map((page) => printedName(page, printDesign));
  expect(printed.slice(0, 4)).toEqual(['Anne-Sophie Lefèvre', 'Dvořák', '', '']);
  expect(printedName(printPages(1)[0] ?? { id: '', displayName: '' }, { ...printDesign, names: false })).toBe('');
});

it('draws the longest name within its block', () => {
  const block = { x: 10, y: 30, width: 40, size: 6, ink: 'black', lines: 2, upwards: true } as const;
  const { path } = textBlock(printDesign.letters, 'Anne-Sophie '.repeat(17), block);
  const across = path.flatMap(([, ...at]) => at.filter((_, index) => index % 2 === 0));
  expect(Math.min(...across)).toBeGreaterThanOrEqual(9.5);
  expect(Math.max(...across)).toBeLessThanOrEqual(50.5);
});

it('packs the code of each page as SVG and PNG with the list of links', async () => {
  const pages = printPages(2);
  const zip = await codeZip(pages, 'id,link', 'https://volant.example', printDesign.letters, () => {});
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const names = pages.flatMap(({ id }) => [`${id}.svg`, `${id}.png`]);
  expect(Object.keys(files)).toEqual(['links.csv', ...names]);
  expect(strFromU8(files['links.csv'] ?? new Uint8Array())).toBe('id,link');
  for (const page of pages) {
    expect(await pngReads(files[`${page.id}.png`] ?? new Uint8Array())).toBe(linkOf(page));
    for (const ending of ['svg', 'png']) {
      const picture = await drawn(files[`${page.id}.${ending}`] ?? new Uint8Array());
      expect([await zxingReads(picture), jsqrReads(picture)]).toEqual([[linkOf(page)], linkOf(page)]);
    }
    // The modules, then the domain.
    expect(strFromU8(files[`${page.id}.svg`] ?? new Uint8Array()).match(/<path fill="#000"/g)).toHaveLength(2);
  }
});

it('draws the domain under a code within the picture, and its pixels where its outline is', () => {
  const { label, width, height, code } = codePicture('https://volant.example/d/x?s=qr', printDesign.letters);
  const runs = filledRuns(label, 10);
  const covered = runs.reduce((sum, [, , length]) => sum + length, 0);
  for (const [left, y, length] of runs) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + length).toBeLessThanOrEqual(width * 10);
    // Below the dark modules, whose margin is four wide.
    expect(y).toBeGreaterThan((code.size - 4) * 10);
    expect(y).toBeLessThan(height * 10);
  }
  // Letters cover a good part of their line, and far from all of it.
  expect(covered / (width * 10 * code.size * 0.085 * 10)).toBeGreaterThan(0.1);
  expect(covered / (width * 10 * code.size * 0.085 * 10)).toBeLessThan(0.6);
});

it('fills an outline without its holes', () => {
  const square = (from: number, to: number, turned = false) => {
    const corners = [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
    ] as const;
    const path = turned ? corners.toReversed() : corners;
    return [...path.map(([x, y], index) => [index === 0 ? 'M' : 'L', x, y] as const), ['Z'] as const];
  };
  expect(filledRuns([...square(0, 3), ...square(1, 2, true)], 2)).toEqual([
    [0, 0, 6],
    [0, 1, 6],
    [0, 2, 2],
    [4, 2, 2],
    [0, 3, 2],
    [4, 3, 2],
    [0, 4, 6],
    [0, 5, 6],
  ]);
});
