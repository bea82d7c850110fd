import { encode } from 'uqr';

/** Quiet zone that scanners need, in modules. */
const QUIET = 4;

export interface QrPath {
  /** Width and height in modules, including the margin. */
  readonly size: number;
  readonly path: string;
}

/** Scanners accept every mask. Finding the best one takes ten times as long as the rest of the encoding. */
export const QUICK_MASK = 0;

/** The dark modules of a code as horizontal runs. */
export interface QrRuns {
  /** Width and height in modules, including the margin. */
  readonly size: number;
  readonly runs: readonly (readonly [x: number, y: number, length: number])[];
}

/**
 * Encodes a text as a QR code. Level H: with 4 % of a printed code scratched it still reads, where M mostly does not.
 * @param mask one of the eight of the standard (ISO/IEC 18004, 7.8); by default the best one, for print
 * @param level less correction makes larger modules of a long text
 */
export function qrRuns(text: string, mask = -1, level: 'L' | 'H' = 'H'): QrRuns {
  const { data, size } = encode(text, { ecc: level, border: QUIET, maskPattern: mask });
  const runs = data.flatMap((row, y) => runsOf(row).map(([x, length]) => [x, y, length] as const));
  return { size, runs };
}

export function qrPath(text: string, mask = -1, level: 'L' | 'H' = 'H'): QrPath {
  const code = qrRuns(text, mask, level);
  return { size: code.size, path: runsPath(code) };
}

export function runsPath({ runs }: QrRuns): string {
  return runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('');
}

/** Runs of adjacent dark modules: start and length. */
function runsOf(row: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}

/**
 * Colour of a code on screens. Use it in a gradient of one colour: browsers that darken pages by themselves would turn a
 * dark fill white, like the ground.
 */
export const QR_INK = '#16150f';

/** The code as an SVG file, with the quick mask. */
export function qrSvg(text: string): string {
  const { size, path } = qrPath(text, QUICK_MASK);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><linearGradient id="ink"><stop stop-color="${QR_INK}"/></linearGradient><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="url(#ink)" d="${path}"/></svg>`;
}
