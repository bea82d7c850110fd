import { codePicture, codeSvg } from './code-picture.ts';
import { codePng } from './code-png.ts';
import { loadLettering } from './load-lettering.ts';

/**
 * The code of a link with the domain under it, as on the cards. Made without a canvas, whose pixels some browsers change to
 * hinder tracking.
 */
export async function pictureFile(link: string, ending: 'png' | 'svg'): Promise<Blob> {
  // Without a network the typeface may be missing: a code alone is better than none.
  const picture = codePicture(link, await loadLettering().catch(() => undefined));
  return ending === 'svg'
    ? new Blob([codeSvg(picture)], { type: 'image/svg+xml' })
    : new Blob([new Uint8Array(codePng(picture, new Map()))], { type: 'image/png' });
}
