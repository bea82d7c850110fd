import { encode } from 'uqr';

/** The margin that readers need around a code, in modules. */
const QUIET = 4;

export interface QrPath {
  /** Width and height in modules, margin included. */
  readonly size: number;
  /** The dark modules, as the path of an SVG. */
  readonly path: string;
}

/** Every reader reads every mask. To find the one that is read best takes ten times as long as all the rest of a code. */
export const QUICK_MASK = 0;

/**
 * The QR code of a text: one that survives a scratch.
 * @param mask one of the eight of the standard (ISO/IEC 18004, 7.8); the best of them if not given, as for what is printed
 */
export function qrPath(text: string, mask = -1): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET, maskPattern: mask });
  const rows = data.map((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size, path: rows.flat().join('') };
}

/** Dark modules that stand side by side: where they begin, and how many. */
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

/** What a code is drawn in on a screen. */
export const QR_INK = '#16150f';

/** The code as a file, for a printer unless told otherwise. */
export function qrSvg(
  text: string,
  { ink = '#000', mask }: { readonly ink?: string; readonly mask?: number } = {},
): string {
  const { size, path } = qrPath(text, mask);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="${ink}" d="${path}"/></svg>`;
}
