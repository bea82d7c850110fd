import { strToU8, type Zippable, zip } from 'fflate';
import { QUICK_MASK } from '../ui/qr-path.ts';
import { type CardPage, cardLink } from './card-link.ts';
import { codePicture, codeSvg } from './code-picture.ts';
import { codePng, type Labels } from './code-png.ts';
import { inTurns, type OnProgress } from './in-turns.ts';
import type { Lettering } from './lettering.ts';

/** The code of each page with the domain under it, as SVG and as PNG named after its id, and the list of links. */
export async function codeZip(
  pages: readonly CardPage[],
  csv: string,
  origin: string,
  letters: Lettering,
  onProgress: OnProgress,
): Promise<Blob> {
  /** The pixels of the domain, by the size of the code. */
  const labels: Labels = new Map();
  const files: Zippable = { 'links.csv': strToU8(csv) };
  const add = ({ id }: CardPage) => {
    const picture = codePicture(cardLink(id, 'qr', origin), letters, QUICK_MASK);
    files[`${id}.svg`] = strToU8(codeSvg(picture));
    // Compressed already.
    files[`${id}.png`] = [codePng(picture, labels), { level: 0 }];
  };
  await inTurns(pages, add, onProgress);
  const bytes = await new Promise<Uint8Array>((resolve, reject) =>
    zip(files, { level: 1 }, (error, data) => (error === null ? resolve(data) : reject(error))),
  );
  return new Blob([new Uint8Array(bytes)], { type: 'application/zip' });
}
