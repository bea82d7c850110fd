import { PDFDocument, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { CardPage } from './card-link.ts';
import { INKS, type Shape, type Side } from './drawing.ts';
import { inTurns, type OnProgress } from './in-turns.ts';
import type { Layout } from './layouts.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;

/** The paper and press that the values of the inks are for. Its profile is registered, so that naming it is enough. */
const FOGRA39 = {
  OutputConditionIdentifier: 'FOGRA39',
  OutputCondition: 'Offset printing on coated paper, ISO 12647-2:2004/Amd 1',
  RegistryName: 'http://www.color.org',
  Info: 'Coated FOGRA39 (ISO 12647-2:2004)',
};

/** A PDF for printers: one page per side, with its trimmed format and its bleed, in process colours without fonts. */
export async function printPdf(
  layout: Layout,
  pages: readonly CardPage[],
  title: string,
  onProgress: OnProgress,
): Promise<Blob> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const texts = Object.entries(FOGRA39).map(([key, text]) => [key, PDFString.of(text)] as const);
  const intent = { Type: 'OutputIntent', S: 'GTS_PDFX', ...Object.fromEntries(texts) };
  document.catalog.set(PDFName.of('OutputIntents'), document.context.obj([intent]));
  const bases = new Map<readonly Shape[], PDFRef>();
  await inTurns(
    piecesOf(pages, layout.pagesEach),
    (piece) => {
      for (const side of layout.sides(piece)) addSide(document, side, bases);
    },
    (done) => onProgress(Math.min(pages.length, done * layout.pagesEach)),
  );
  // At once: the library waits by timers, which are slow in a tab that nobody looks at.
  const bytes = await document.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
}

function piecesOf(pages: readonly CardPage[], each: number): readonly (readonly CardPage[])[] {
  return Array.from({ length: Math.ceil(pages.length / each) }, (_, index) =>
    pages.slice(index * each, (index + 1) * each),
  );
}

function addSide(
  document: PDFDocument,
  { width, height, bleed, base, own }: Side,
  bases: Map<readonly Shape[], PDFRef>,
): void {
  const { context } = document;
  const size = [width * MM, height * MM] as const;
  const page = document.addPage([...size]);
  page.setBleedBox(0, 0, ...size);
  page.setTrimBox(bleed * MM, bleed * MM, (width - 2 * bleed) * MM, (height - 2 * bleed) * MM);
  const shared =
    bases.get(base) ??
    context.register(
      context.flateStream(operators(base), {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, width, height],
        Resources: {},
      }),
    );
  bases.set(base, shared);
  page.node.set(PDFName.of('Resources'), context.obj({ XObject: { Base: shared } }));
  // From here on in millimetres, y downwards.
  const content = `${numbers(MM, 0, 0, -MM, 0, size[1])} cm /Base Do ${operators(own)}`;
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
}

function operators(shapes: readonly Shape[]): string {
  return shapes.map(operatorsOf).join('\n');
}

const OPERATOR = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;

function operatorsOf(shape: Shape): string {
  if ('code' in shape) {
    const { code, x, y, side } = shape;
    const scale = side / code.size;
    const runs = code.runs.map(([left, top, length]) => `${left} ${top} ${length} 1 re`);
    // One fill for all of them, so that no seams show between rows.
    return `q ${numbers(scale, 0, 0, scale, x, y)} cm ${numbers(...INKS.black.cmyk)} k ${runs.join(' ')} f Q`;
  }
  const { ink, path, stroke } = shape;
  if (path.length === 0) return '';
  const line = path.map(([command, ...at]) => `${numbers(...at)} ${OPERATOR[command]}`).join(' ');
  const color = numbers(...INKS[ink].cmyk);
  return stroke === undefined ? `${color} k ${line} f` : `${color} K ${numbers(stroke)} w 1 J 1 j ${line} S`;
}

function numbers(...values: readonly number[]): string {
  return values.map((value) => +value.toFixed(4)).join(' ');
}
