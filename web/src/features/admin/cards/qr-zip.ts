import { strToU8, type Zippable, zipSync } from 'fflate';
import { qrSvg } from '../../../ui/qr-path.ts';
import { type CardPage, cardLink } from './card-link.ts';
import { inTurns, type OnProgress } from './in-turns.ts';

/** One SVG of a QR code per page, named after its id. */
export async function qrZip(pages: readonly CardPage[], onProgress: OnProgress): Promise<Blob> {
  const files: Zippable = {};
  const add = ({ id }: CardPage) => {
    files[`${id}.svg`] = strToU8(qrSvg(cardLink(id, 'qr')));
  };
  await inTurns(pages, add, onProgress);
  return new Blob([zipSync(files, { level: 1 })], { type: 'application/zip' });
}
