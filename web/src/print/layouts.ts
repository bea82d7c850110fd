import { QUICK_MASK, qrRuns } from '../ui/qr-path.ts';
import { type CardPage, cardLink } from './card-link.ts';
import { cardReference } from './card-reference.ts';
import { circle, type Ink, rectangle, type Shape, type Side, wave, wheel } from './drawing.ts';
import { type Block, type Lettering, textBlock } from './lettering.ts';
import type { Format } from './print-order.ts';

/** What the sides of an order have in common. */
export interface Design {
  readonly letters: Lettering;
  /** Whether the name of each page is printed. */
  readonly names: boolean;
  /** Scheme and host of the links; the host is printed under each code. */
  readonly origin: string;
  /** Invitation on a headrest sign. */
  readonly scan: string;
}

export interface Layout {
  /** Pages on one printed piece. */
  readonly pagesEach: number;
  readonly sides: (pages: readonly CardPage[]) => readonly Side[];
}

const BLEED = 3;
/** ID-1 of ISO/IEC 7810. */
const CARD = { width: 85.6, height: 53.98 };

/** Codes are drawn as they are needed; the shapes that all sides share are made once. */
export function layoutOf(format: Format, design: Design): Layout {
  return { card, sheet, headrest, sticker }[format](design);
}

/** A name that the fonts cannot draw is left out: better none than a wrong one. */
export function printedName({ displayName }: CardPage, { names, letters }: Design): string {
  return names && letters.has(displayName) ? displayName : '';
}

type Place = readonly [x: number, y: number, side: number];

function codeOf({ id }: CardPage, { origin }: Design, [x, y, side]: Place): Shape {
  return { code: qrRuns(cardLink(id, 'qr', origin), QUICK_MASK), x, y, side };
}

/** The domain, centred under a code. */
function domain({ letters, origin }: Design, [x, y, side]: Place): Shape {
  const block = { x, y: y + side + side * 0.05, width: side, size: side * 0.085, ink: 'black', centred: true } as const;
  return textBlock(letters, new URL(origin).host, block);
}

/** The mark with the word beside it, as high as the wheel. */
function brand({ letters }: Design, x: number, y: number, size: number, ink: Ink): readonly Shape[] {
  const word = { x: x + size * 1.2, y: y + size * 0.76, width: size * 4, size: size * 0.76, ink };
  return [...wheel(x, y, size, ink), textBlock(letters, 'Volant', word)];
}

/** Small, for those who sort cards and write their chips. */
function reference({ letters }: Design, page: CardPage, at: Pick<Block, 'x' | 'y' | 'width'>): Shape {
  return textBlock(letters, cardReference(page), { ...at, size: 2.4, ink: 'black' });
}

/** Front and back of a pocket card. */
function card(design: Design): Layout {
  const { letters } = design;
  const [width, height] = [CARD.width + 2 * BLEED, CARD.height + 2 * BLEED];
  const inner = { left: BLEED + 5.6, right: width - BLEED - 5.6 };
  const base: Shape[] = [
    { ink: 'green', path: rectangle(0, 0, width, height) },
    ...brand(design, inner.left, BLEED + 5.2, 8.4, 'paper'),
    wave(BLEED + 71.6, BLEED + 9.6, 0.095),
  ];
  const code: Place = [BLEED + 3.5, BLEED + 3, 43];
  const beside = { x: BLEED + 49.5, width: CARD.width - 54.5 };
  const back: Shape[] = [
    { ink: 'paper', path: rectangle(0, 0, width, height) },
    domain(design, code),
    ...brand(design, beside.x, design.names ? BLEED + 6 : BLEED + 20.5, 8, 'green'),
  ];
  return {
    pagesEach: 1,
    sides: (pages) =>
      pages.flatMap((page) => {
        const name = printedName(page, design);
        const front = { x: inner.left, y: height - BLEED - 6.5, width: inner.right - inner.left, size: 6.4 };
        const shape = { width, height, bleed: BLEED };
        return [
          { ...shape, base, own: [textBlock(letters, name, { ...front, ink: 'paper', lines: 2, upwards: true })] },
          {
            ...shape,
            base: back,
            own: [
              codeOf(page, design, code),
              textBlock(letters, name, { ...beside, y: BLEED + 25, size: 5, ink: 'black', lines: 3 }),
              reference(design, page, { ...beside, y: BLEED + 48.2 }),
            ],
          },
        ];
      }),
  };
}

const SHEET = { width: 210, height: 297, columns: 2, rows: 5 };

/** Ten pocket cards on A4, to print at 100 % and cut along the marks. */
function sheet(design: Design): Layout {
  const { letters } = design;
  const left = (SHEET.width - SHEET.columns * CARD.width) / 2;
  const top = (SHEET.height - SHEET.rows * CARD.height) / 2;
  const base = cutMarks(left, top);
  const cell = (page: CardPage, index: number): Shape[] => {
    const x = left + (index % SHEET.columns) * CARD.width;
    const y = top + Math.floor(index / SHEET.columns) * CARD.height;
    const beside = { x: x + 49.5, width: CARD.width - 54.5 };
    const code: Place = [x + 3.5, y + 3, 43];
    return [
      codeOf(page, design, code),
      domain(design, code),
      ...brand(design, beside.x, y + 6, 8, 'green'),
      textBlock(letters, printedName(page, design), { ...beside, y: y + 25, size: 5, ink: 'black', lines: 3 }),
      reference(design, page, { ...beside, y: y + 48.2 }),
    ];
  };
  return {
    pagesEach: SHEET.columns * SHEET.rows,
    sides: (pages) => [{ width: SHEET.width, height: SHEET.height, bleed: 0, base, own: pages.flatMap(cell) }],
  };
}

/** Marks at the ends of each cut, outside of the cards. */
function cutMarks(left: number, top: number): Shape[] {
  const [right, bottom] = [left + SHEET.columns * CARD.width, top + SHEET.rows * CARD.height];
  const mark = (x1: number, y1: number, x2: number, y2: number): Shape => ({
    ink: 'black',
    stroke: 0.1,
    path: [
      ['M', x1, y1],
      ['L', x2, y2],
    ],
  });
  const columns = Array.from({ length: SHEET.columns + 1 }, (_, column) => left + column * CARD.width);
  const rows = Array.from({ length: SHEET.rows + 1 }, (_, row) => top + row * CARD.height);
  return [
    ...columns.flatMap((x) => [mark(x, top - 6, x, top - 1), mark(x, bottom + 1, x, bottom + 6)]),
    ...rows.flatMap((y) => [mark(left - 6, y, left - 1, y), mark(right + 1, y, right + 6, y)]),
  ];
}

/** One side for each page. */
function oneSided(shape: Omit<Side, 'own'>, own: (page: CardPage) => Shape[]): Layout {
  return { pagesEach: 1, sides: (pages) => pages.map((page) => ({ ...shape, own: own(page) })) };
}

/** A sign of A5 for the back of a headrest. */
function headrest(design: Design): Layout {
  const { letters } = design;
  const [width, height] = [148 + 2 * BLEED, 210 + 2 * BLEED];
  const code: Place = [BLEED + 19, BLEED + 58, 110];
  const line = { x: BLEED + 12, width: 124, ink: 'paper', centred: true } as const;
  const base: Shape[] = [
    { ink: 'green', path: rectangle(0, 0, width, height) },
    ...brand(design, BLEED + 12, BLEED + 10, 16, 'paper'),
    wave(BLEED + 123, BLEED + 18, 0.16),
    textBlock(letters, design.scan, { ...line, y: BLEED + 48, size: 15 }),
    { ink: 'paper', path: rectangle(BLEED + 17, BLEED + 57, 114, 122, 6) },
    domain(design, code),
  ];
  return oneSided({ width, height, bleed: BLEED, base }, (page) => [
    codeOf(page, design, code),
    textBlock(letters, printedName(page, design), { ...line, y: BLEED + 198, size: 11 }),
  ]);
}

const STICKER = 90;

/** A round sticker for a window: its format is the circle within the trimmed square. */
function sticker(design: Design): Layout {
  const { letters } = design;
  const size = STICKER + 2 * BLEED;
  const middle = size / 2;
  const code: Place = [middle - 22.5, middle - 26, 45];
  const line = { x: middle - 20, width: 40, ink: 'paper', centred: true } as const;
  const base: Shape[] = [
    { ink: 'green', path: circle(middle, middle, middle) },
    ...wheel(middle - 3, middle - 42, 6, 'paper'),
    textBlock(letters, design.scan, { ...line, y: middle - 30.5, size: 5.5 }),
    { ink: 'paper', path: rectangle(middle - 24.5, middle - 27.5, 49, 53, 4) },
    domain(design, code),
  ];
  return oneSided({ width: size, height: size, bleed: BLEED, base }, (page) => [
    codeOf(page, design, code),
    textBlock(letters, printedName(page, design) || 'Volant', { ...line, y: middle + 33.5, size: 6 }),
  ]);
}
