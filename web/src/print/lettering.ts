import { type Glyph, parse } from 'opentype.js/dist/opentype.mjs';
import type { Command, Ink, Outline } from './drawing.ts';

/** Draws texts as outlines, so that a printer needs no fonts. */
export interface Lettering {
  /** Whether the fonts contain every character. */
  has(text: string): boolean;
  width(text: string, size: number): number;
  /** @param size font size in millimetres */
  draw(text: string, at: { readonly x: number; readonly y: number; readonly size: number }): readonly Command[];
}

/** @param files font files; each character comes from the first one that contains it */
export function lettering(files: readonly ArrayBuffer[]): Lettering {
  const fonts = files.map((file) => parse(file));
  const fontOf = (letter: string) => fonts.find((font) => font.charToGlyphIndex(letter) > 0);
  /** Each glyph with its place from the start, in font sizes. */
  const placed = (text: string) => {
    let width = 0;
    let last: Glyph | undefined;
    const glyphs = [...text].flatMap((letter) => {
      const font = fontOf(letter);
      if (font === undefined) return [];
      const glyph = font.charToGlyph(letter);
      if (last !== undefined) width += font.getKerningValue(last, glyph) / font.unitsPerEm;
      last = glyph;
      const place = width;
      width += glyph.advanceWidth / font.unitsPerEm;
      return [{ glyph, place }];
    });
    return { glyphs, width };
  };
  return {
    has: (text) => [...text].every((letter) => fontOf(letter) !== undefined),
    width: (text, size) => placed(text).width * size,
    draw: (text, { x, y, size }) =>
      placed(text).glyphs.flatMap(({ glyph, place }) => cubic(glyph.getPath(x + place * size, y, size).commands)),
  };
}

/** PDF has no quadratic curves. */
function cubic(commands: ReturnType<Glyph['getPath']>['commands']): readonly Command[] {
  let [x, y] = [0, 0];
  return commands.map((command): Command => {
    if (command.type === 'Z') return ['Z'];
    const [fromX, fromY] = [x, y];
    ({ x, y } = command);
    if (command.type === 'C') return ['C', command.x1, command.y1, command.x2, command.y2, x, y];
    if (command.type !== 'Q') return [command.type, x, y];
    const third = (from: number, control: number) => from + (2 / 3) * (control - from);
    const { x1, y1 } = command;
    return ['C', third(fromX, x1), third(fromY, y1), third(x, x1), third(y, y1), x, y];
  });
}

export interface Block {
  readonly x: number;
  /** Base line of the first line; of the last one with `upwards`. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly ink: Ink;
  readonly lines?: number;
  readonly centred?: boolean;
  readonly upwards?: boolean;
}

/** Smallest size that is printed, in millimetres (about 5 points). */
const LEAST = 1.8;
const LEADING = 1.15;

/** A text as large as its block allows: smaller where it would need more lines, and never broken within a word. */
export function textBlock(letters: Lettering, text: string, block: Block): Outline {
  const { x, y, width, ink, lines: most = 1, centred = false, upwards = false } = block;
  let { size } = block;
  let lines = linesOf(letters, text, size, width);
  while (lines.length > most || lines.some((line) => letters.width(line, size) > width)) {
    if (size <= LEAST) {
      lines = cut(letters, lines.slice(0, most), width);
      break;
    }
    size = Math.max(LEAST, size * 0.95);
    lines = linesOf(letters, text, size, width);
  }
  const top = upwards ? y - (lines.length - 1) * size * LEADING : y;
  const path = lines.flatMap((line, index) => {
    const left = centred ? x + (width - letters.width(line, size)) / 2 : x;
    return letters.draw(line, { x: left, y: top + index * size * LEADING, size });
  });
  return { ink, path };
}

function linesOf(letters: Lettering, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && letters.width(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** For texts that do not fit at the smallest size. */
function cut(letters: Lettering, lines: readonly string[], width: number): string[] {
  return lines.map((line) => {
    let shortened = [...line];
    while (shortened.length > 1 && letters.width(shortened.join(''), LEAST) > width) shortened = shortened.slice(0, -1);
    return shortened.length < [...line].length ? `${shortened.slice(0, -1).join('')}…` : line;
  });
}
