import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { qrPath } from '../../../ui/qr-path.ts';
import { type CardPage, cardLink } from './card-link.ts';
import { inTurns, type OnProgress } from './in-turns.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const SHEET = { width: 210 * MM, height: 297 * MM };
export const CARD = { width: 85 * MM, height: 54 * MM };
const COLUMNS = 2;
const ROWS = 5;
const CARDS_ON_A_SHEET = COLUMNS * ROWS;
const CODE = 40 * MM;
const EDGE = 6 * MM;

const INK = rgb(0.086, 0.082, 0.059);
const SOFT = rgb(0.36, 0.35, 0.31);
const CUT = rgb(0.75, 0.73, 0.68);

interface Fonts {
  readonly name: PDFFont;
  readonly small: PDFFont;
  /** Code points that the font of names contains. */
  readonly letters: ReadonlySet<number>;
}

/** Cards of 85 × 54 mm, ten per sheet of A4, to print at 100 % and cut along the lines. */
export async function qrSheet(pages: readonly CardPage[], title: string, onProgress: OnProgress): Promise<Blob> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const name = await document.embedFont(StandardFonts.HelveticaBold);
  const small = await document.embedFont(StandardFonts.Courier);
  const fonts: Fonts = { name, small, letters: new Set(name.getCharacterSet()) };
  const draw = (page: CardPage, index: number) => {
    const place = index % CARDS_ON_A_SHEET;
    if (place === 0) document.addPage([SHEET.width, SHEET.height]);
    drawCard(document.getPage(document.getPageCount() - 1), page, place, fonts);
  };
  await inTurns(pages, draw, onProgress);
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
}

function drawCard(sheet: PDFPage, { id, displayName }: CardPage, place: number, fonts: Fonts): void {
  const { name, small } = fonts;
  const left = (SHEET.width - COLUMNS * CARD.width) / 2 + (place % COLUMNS) * CARD.width;
  const top = SHEET.height - (SHEET.height - ROWS * CARD.height) / 2 - Math.floor(place / COLUMNS) * CARD.height;
  sheet.drawRectangle({
    x: left,
    y: top - CARD.height,
    ...CARD,
    borderColor: CUT,
    borderWidth: 0.4,
  });
  const { size, path } = qrPath(cardLink(id, 'qr'));
  sheet.drawSvgPath(path, {
    x: left + CARD.width - EDGE / 2 - CODE,
    y: top - (CARD.height - CODE) / 2,
    scale: CODE / size,
    color: INK,
  });
  const width = CARD.width - CODE - EDGE * 1.5;
  const lines = linesOf(printable(displayName, fonts), name, 12, width).slice(0, 3);
  for (const [index, line] of lines.entries()) {
    sheet.drawText(line, { x: left + EDGE, y: top - EDGE - 12 - index * 15, size: 12, font: name, color: INK });
  }
  // Ids are long words: break them rather than shrink the text.
  for (const [index, line] of linesOf(id, small, 7, width).reverse().entries()) {
    const y = top - CARD.height + EDGE + index * 9;
    sheet.drawText(line, { x: left + EDGE, y, size: 7, font: small, color: SOFT });
  }
}

/**
 * Drops a name with characters that the font lacks: a card may be printed without an Arabic name, but not with a
 * wrong one.
 */
function printable(text: string, { letters }: Fonts): string {
  return [...text].every((letter) => letters.has(letter.codePointAt(0) ?? 0)) ? text : '';
}

/** Wraps a text to the width; breaks longer words. */
function linesOf(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && fits(`${line} ${word}`)) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line === '' ? lines : [...lines, line];
}
