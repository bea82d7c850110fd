import type { QrRuns } from '../ui/qr-path.ts';

/** Commands that SVG and PDF share, with absolute coordinates in millimetres, y downwards. */
export type Command =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

/**
 * Process colours only, so that a printer needs no further plate; black is K alone, so that edges stay sharp. Inks have
 * no formula from RGB: these values print the colour of the screen on coated paper (FOGRA39, which print files name).
 */
export const INKS = {
  black: { cmyk: [0, 0, 0, 1], css: '#000' },
  paper: { cmyk: [0, 0, 0, 0], css: '#fff' },
  green: { cmyk: [0.93, 0.3, 0.77, 0.59], css: '#0f4c3a' },
  signal: { cmyk: [0, 0.4, 0.85, 0], css: '#f2a33a' },
} as const;
export type Ink = keyof typeof INKS;

export interface Outline {
  readonly ink: Ink;
  readonly path: readonly Command[];
  /** Width of the line; without it the outline is filled. */
  readonly stroke?: number;
}

/** A QR code with its margin, always black. */
interface Code {
  readonly code: QrRuns;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

export type Shape = Outline | Code;

export interface Side {
  /** Size with the bleed, which surrounds the trimmed format. */
  readonly width: number;
  readonly height: number;
  readonly bleed: number;
  /** What many sides have in common: the same array each time, so that a file contains it once. */
  readonly base: readonly Shape[];
  readonly own: readonly Shape[];
}

/** Distance of the control points of a quarter circle, in radii. */
const ROUND = 0.5523;

export function rectangle(x: number, y: number, width: number, height: number, radius = 0): readonly Command[] {
  const [right, bottom, k] = [x + width, y + height, radius * (1 - ROUND)];
  if (radius === 0) return [['M', x, y], ['L', right, y], ['L', right, bottom], ['L', x, bottom], ['Z']];
  return [
    ['M', x + radius, y],
    ['L', right - radius, y],
    ['C', right - k, y, right, y + k, right, y + radius],
    ['L', right, bottom - radius],
    ['C', right, bottom - k, right - k, bottom, right - radius, bottom],
    ['L', x + radius, bottom],
    ['C', x + k, bottom, x, bottom - k, x, bottom - radius],
    ['L', x, y + radius],
    ['C', x, y + k, x + k, y, x + radius, y],
    ['Z'],
  ];
}

export function circle(x: number, y: number, radius: number): readonly Command[] {
  return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius);
}

/** The logo: a steering wheel whose spokes form a V. */
export function wheel(x: number, y: number, size: number, ink: Ink): readonly Outline[] {
  const scale = size / 48;
  const at = (px: number, py: number) => [x + px * scale, y + py * scale] as const;
  const stroke = 5 * scale;
  return [
    { ink, stroke, path: circle(...at(24, 24), 20 * scale) },
    {
      ink,
      stroke,
      path: [
        ['M', ...at(7.5, 17.5)],
        ['L', ...at(24, 34)],
        ['L', ...at(40.5, 17.5)],
        ['M', ...at(24, 34)],
        ['L', ...at(24, 43)],
      ],
    },
  ];
}

/** The contactless symbol: four arcs, opening to the right. */
export function wave(x: number, y: number, scale: number): Outline {
  const path = [20, 42, 64, 86].flatMap((radius, index): readonly Command[] => {
    const half = 14 * (index + 1);
    const angle = Math.asin(half / radius);
    const reach = (4 / 3) * Math.tan(angle / 2) * radius;
    const [dx, dy] = [reach * Math.sin(angle), reach * Math.cos(angle)];
    const at = (px: number, py: number) => [x + (16 * index + px) * scale, y + py * scale] as const;
    return [
      ['M', ...at(0, -half)],
      ['C', ...at(dx, -half + dy), ...at(dx, half - dy), ...at(0, half)],
    ];
  });
  return { ink: 'signal', stroke: 7 * scale, path };
}

/** An outline as the `d` of an SVG path. */
export function svgPath(path: readonly Command[]): string {
  return path.map(([command, ...numbers]) => command + numbers.map((number) => +number.toFixed(3)).join(' ')).join('');
}
