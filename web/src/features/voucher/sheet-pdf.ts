import { PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import latin from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-400-normal.woff?url';
import latinExt from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-400-normal.woff?url';
import { unzlibSync } from 'fflate';
import { type Font, parse } from 'opentype.js/dist/opentype.mjs';
import { qrRuns } from '../../ui/qr-path.ts';
import type { Particular, Sheet } from './voucher-words.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
/** Width and height in millimetres, and the size of the text in points. */
const FORMATS = { A6: { width: 105, height: 148, text: 8 }, A4: { width: 210, height: 297, text: 13 } } as const;
export type Format = keyof typeof FORMATS;

/** The typeface cannot write this text. */
export class UnwritableText extends Error {}

/** A font file with what was used of it: the numbers of glyphs with their characters. */
interface Face {
  readonly font: Font;
  readonly file: Uint8Array;
  readonly used: Map<number, string>;
}

/** The files of the typeface, which the service worker keeps. */
export async function loadFaces(): Promise<readonly ArrayBuffer[]> {
  const files = await Promise.all([latin, latinExt].map((address) => fetch(address)));
  if (files.some(({ ok }) => !ok)) throw new Error('The font cannot be loaded.');
  return Promise.all(files.map((file) => file.arrayBuffer()));
}

/** The TrueType file inside a WOFF file, because PDF contains no other form. */
function trueType(woff: ArrayBuffer): Uint8Array {
  const source = new DataView(woff);
  const count = source.getUint16(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const [offset, packed, length] = [4, 8, 12].map((at) => source.getUint32(44 + index * 20 + at)) as [
      number,
      number,
      number,
    ];
    const bytes = new Uint8Array(woff, offset, packed);
    return { entry: 44 + index * 20, bytes: packed < length ? unzlibSync(bytes) : bytes };
  });
  const file = new Uint8Array(
    tables.reduce((end, { bytes }) => end + Math.ceil(bytes.length / 4) * 4, 12 + count * 16),
  );
  const target = new DataView(file.buffer);
  target.setUint32(0, source.getUint32(4));
  target.setUint16(4, count);
  let place = 12 + count * 16;
  tables.forEach(({ entry, bytes }, index) => {
    const [tag, checksum] = [source.getUint32(entry), source.getUint32(entry + 16)];
    [tag, checksum, place, bytes.length].forEach((value, at) => {
      target.setUint32(12 + index * 16 + at * 4, value);
    });
    file.set(bytes, place);
    place += Math.ceil(bytes.length / 4) * 4;
  });
  return file;
}

interface Run {
  readonly face: number;
  readonly glyphs: readonly number[];
}

/** Measures and encodes text in the fonts. */
function typesetter(faces: readonly Face[]) {
  const faceOf = (letter: string) => {
    const face = faces.findIndex(({ font }) => font.charToGlyphIndex(letter) > 0);
    if (face < 0) throw new UnwritableText(letter);
    return face;
  };
  const widthOf = (text: string, size: number) =>
    [...text].reduce((width, letter) => {
      const { font } = faces[faceOf(letter)] as Face;
      return width + (font.charToGlyph(letter).advanceWidth / font.unitsPerEm) * size;
    }, 0);
  return {
    runs(text: string): readonly Run[] {
      const runs: { face: number; glyphs: number[] }[] = [];
      for (const letter of text) {
        const face = faceOf(letter);
        const { font, used } = faces[face] as Face;
        const glyph = font.charToGlyphIndex(letter);
        used.set(glyph, letter);
        const last = runs.at(-1);
        if (last?.face === face) last.glyphs.push(glyph);
        else runs.push({ face, glyphs: [glyph] });
      }
      return runs;
    },
    /** Lines no wider than `width`; a word that is longer stands out. */
    wrap(text: string, size: number, width: number): readonly string[] {
      return text
        .replaceAll('\u202f', '\u00a0')
        .split('\n')
        .flatMap((paragraph) => {
          const lines: string[] = [];
          for (const word of paragraph.split(' ')) {
            const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
            if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
            else lines.push(word);
          }
          return lines;
        });
    },
  };
}

const hex = (value: number) => value.toString(16).padStart(4, '0');

/** A composite font of the whole file, whose glyphs readers can turn into text again. */
function addFont(document: PDFDocument, { font, file, used }: Face, index: number): PDFRef {
  const { context } = document;
  const name = `VLTNAA+Bricolage${index}`;
  const scale = (value: number) => Math.round((value / font.unitsPerEm) * 1_000);
  const glyphs = [...used].sort(([one], [other]) => one - other);
  const map = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Text def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    // A section has at most 100 entries.
    ...glyphs.map(
      ([glyph, text]) =>
        `1 beginbfchar <${hex(glyph)}> <${[...text].flatMap((letter) => letter.split('').map((unit) => hex(unit.charCodeAt(0)))).join('')}> endbfchar`,
    ),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
  const descriptor = context.register(
    context.obj({
      ...{ Type: 'FontDescriptor', FontName: name, Flags: 4, ItalicAngle: 0, StemV: 80 },
      ...{ Ascent: scale(font.ascender), Descent: scale(font.descender), CapHeight: scale(font.ascender) },
      FontBBox: [-200, scale(font.descender), 1_200, scale(font.ascender)],
      FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
    }),
  );
  const descendant = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: name, CIDToGIDMap: 'Identity', FontDescriptor: descriptor },
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      W: glyphs.flatMap(([glyph, text]) => [glyph, [scale(font.charToGlyph(text).advanceWidth)]]),
    }),
  );
  return context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont: name, Encoding: 'Identity-H', DescendantFonts: [descendant] },
      ToUnicode: context.register(context.flateStream(map)),
    }),
  );
}

/**
 * A voucher or a receipt on one page, with its typeface and its structure, so that other programs read its text in order.
 * @throws UnwritableText if the typeface lacks a letter
 */
export async function sheetPdf(sheet: Sheet, format: Format, files: readonly ArrayBuffer[]): Promise<Blob> {
  const { width, height, text } = FORMATS[format];
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const faces: readonly Face[] = files.map((file) => ({ font: parse(file), file: trueType(file), used: new Map() }));
  const { runs, wrap } = typesetter(faces);
  const page = document.addPage([width * MM, height * MM]);
  const margin = text * 2.5;
  const content: string[] = [];
  const kinds: (readonly [kind: string, alternative?: string])[] = [];
  let y = height * MM - margin - text;

  const begin = (kind: string, alternative?: string) => {
    content.push(`/${kind} <</MCID ${kinds.length}>> BDC`);
    kinds.push(alternative === undefined ? [kind] : [kind, alternative]);
  };
  const write = (kind: string, words: string, size: number, grey = 0) => {
    begin(kind);
    for (const line of wrap(words, size, width * MM - 2 * margin)) {
      // A line ends with a space, so that readers do not join its last word to the next one.
      const shown = runs(`${line} `).map(({ face, glyphs }) => `/F${face} ${size} Tf <${glyphs.map(hex).join('')}> Tj`);
      content.push(`BT ${grey} g 1 0 0 1 ${margin.toFixed(2)} ${y.toFixed(2)} Tm ${shown.join(' ')} ET`);
      y -= size * 1.3;
    }
    content.push('EMC');
  };
  const writePair = ([label, value]: Particular, size: number) => {
    write('P', `${label} :`, size * 0.75, 0.3);
    write('P', value, size);
    y -= size * 0.35;
  };

  write('H1', sheet.title, text * 1.6);
  y -= text * 0.5;
  for (const pair of sheet.particulars) writePair(pair, text * 1.15);
  const top = y;
  const side = sheet.code === undefined ? 0 : text * 15;
  if (sheet.code !== undefined) {
    begin('Figure', sheet.code.label);
    const code = qrRuns(sheet.code.link, -1, 'L');
    const module = side / code.size;
    const cells = code.runs.map(([left, row, length]) => `${left} ${row} ${length} 1 re`).join(' ');
    content.push(
      `q ${[module, 0, 0, -module, width * MM - margin - side, top + text].map((value) => value.toFixed(4)).join(' ')} cm 0 g ${cells} f Q EMC`,
    );
  }
  for (const [label, value] of sheet.further) write('P', `${label} : ${value}`, text * 0.8);
  y = Math.min(y, top + text - side) - text * 0.5;
  write('P', sheet.foot, text * 0.6, 0.3);

  const fonts = faces.map((face, index) => [`F${index}`, addFont(document, face, index)] as const);
  page.node.set(PDFName.of('Resources'), context.obj({ Font: Object.fromEntries(fonts) }));
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content.join('\n'))));
  addStructure(document, page.ref, kinds);
  document.setTitle(sheet.name, { showInWindowTitleBar: true });
  document.setLanguage('fr-FR');
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  const bytes = await document.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
}

/** The tree of a tagged PDF: one element for each marked part of the page. */
function addStructure(document: PDFDocument, page: PDFRef, kinds: readonly (readonly [string, string?])[]): void {
  const { context, catalog } = document;
  const [root, whole] = [context.nextRef(), context.nextRef()];
  const parts = kinds.map(([kind, alternative], index) =>
    context.register(
      context.obj({
        ...{ Type: 'StructElem', S: kind, P: whole, Pg: page, K: index },
        ...(alternative === undefined ? {} : { Alt: PDFHexString.fromText(alternative) }),
      }),
    ),
  );
  context.assign(whole, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: parts }));
  const parents = context.register(context.obj({ Nums: [0, parts] }));
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [whole], ParentTree: parents, ParentTreeNextKey: 1 }));
  catalog.set(PDFName.of('StructTreeRoot'), root);
  const [leaf] = document.getPages();
  leaf?.node.set(PDFName.of('StructParents'), context.obj(0));
  leaf?.node.set(PDFName.of('Tabs'), PDFName.of('S'));
}
