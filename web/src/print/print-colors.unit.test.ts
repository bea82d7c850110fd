// @vitest-environment node
import { expect, it } from 'vitest';
import { printDesign, printPages } from '../testing/print-design.ts';
import { partsOf } from '../testing/printed-codes.ts';
import { INKS } from './drawing.ts';
import { layoutOf } from './layouts.ts';
import { FORMATS } from './print-order.ts';
import { printPdf } from './print-pdf.ts';

type Triple = readonly [number, number, number];

/**
 * Inks in percent with the colour they print (CIE L*a*b*, D50), measured for Fogra: rows of FOGRA39L, the
 * characterization data of offset printing on coated paper, around the values of each ink.
 */
const FOGRA39L = {
  green: [
    [70, 20, 70, 40, 41.5, -21.6, 11.78],
    [70, 20, 100, 40, 40.71, -23.49, 28.83],
    [70, 40, 70, 40, 36.62, -11.8, 8.22],
    [70, 40, 100, 40, 35.99, -13.6, 23.76],
    [100, 20, 70, 40, 33.76, -36.84, 0.74],
    [100, 20, 100, 40, 33.37, -40.2, 15.8],
    [100, 40, 70, 40, 29.52, -27.25, -2.32],
    [100, 40, 100, 40, 29.26, -30.57, 11.36],
    [70, 20, 70, 60, 32.84, -17.37, 9.18],
    [70, 20, 100, 60, 32.29, -18.97, 22.29],
    [70, 40, 70, 60, 29.09, -9.47, 6.49],
    [70, 40, 100, 60, 28.69, -10.95, 18.45],
    [100, 20, 70, 60, 26.77, -28.94, 0.41],
    [100, 20, 100, 60, 26.66, -31.49, 12.2],
    [100, 40, 70, 60, 23.56, -21.11, -1.86],
    [100, 40, 100, 60, 23.48, -23.6, 8.87],
  ],
  signal: [[0, 40, 85, 0, 71.96, 21.99, 61.31]],
};

/** The colour on paper, between the measured ones around it. */
function printed(inks: readonly number[], around: readonly (readonly number[])[]): Triple {
  const sum = [0, 0, 0] as [number, number, number];
  for (const row of around) {
    const shares = inks.map((ink, index) => {
      const measured = around.map((other) => other[index] ?? 0);
      const [low, high] = [Math.min(...measured), Math.max(...measured)];
      if (low === high) return low === Math.round(ink * 100) ? 1 : Number.NaN;
      return row[index] === low ? (high - ink * 100) / (high - low) : (ink * 100 - low) / (high - low);
    });
    const share = shares.reduce((product, one) => product * one, 1);
    for (const index of [0, 1, 2] as const) sum[index] += share * (row[4 + index] ?? 0);
  }
  return sum;
}

/** The colour of the screen, adapted to the light of the measurements (sRGB to CIE L*a*b*, D50). */
function shown(css: string): Triple {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(css.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const root = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : (24_389 / 27) * (value / 116) + 16 / 116);
  const x = root((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / 0.96422);
  const y = root(0.2225045 * r + 0.7168786 * g + 0.0606169 * b);
  const z = root((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / 0.82521);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one: Triple, other: Triple) => Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)));

const filesOf = FORMATS.map(async (format) => {
  const blob = await printPdf(layoutOf(format, printDesign), printPages(1), 'Cards', () => {});
  return partsOf(new Uint8Array(await blob.arrayBuffer()));
});

it('prints the colours of the screen on coated paper', async () => {
  const contents = (await Promise.all(filesOf)).flatMap(({ contents }) => contents).join('\n');
  const used = new Set([...contents.matchAll(/((?:[\d.]+ ){4})[kK]\b/g)].map(([, inks = '']) => inks.trim()));
  const coloured = Object.entries(INKS).filter(([, { cmyk }]) => cmyk.slice(0, 3).some((ink) => ink > 0));
  const known = Object.values(INKS).map(({ cmyk }) => cmyk.join(' '));
  expect([...used].sort()).toEqual(known.sort());
  expect(coloured.map(([ink]) => ink)).toEqual(Object.keys(FOGRA39L));
  for (const [ink, { cmyk, css }] of coloured) {
    expect(distance(printed(cmyk, FOGRA39L[ink as keyof typeof FOGRA39L]), shown(css)), ink).toBeLessThan(6);
    // More does not dry on coated paper.
    expect(cmyk.reduce<number>((sum, ink) => sum + ink, 0)).toBeLessThanOrEqual(3);
  }
});

it('names the print condition of its colours in the file', async () => {
  for (const { dictionaries } of await Promise.all(filesOf)) {
    const [intent] = /<<[^<>]*\/GTS_PDFX[^<>]*>>/.exec(dictionaries) ?? [];
    expect(intent).toContain('/OutputConditionIdentifier (FOGRA39)');
    expect(intent).toContain('/RegistryName (http://www.color.org)');
    expect(dictionaries).toMatch(/\/OutputIntents/);
  }
});
