import { runsPath } from '../../ui/qr-path.ts';
import { type CodePicture, codePicture, codeSvg } from '../admin/cards/code-picture.ts';
import { svgPath } from '../admin/cards/drawing.ts';
import { loadLettering } from '../admin/cards/load-lettering.ts';

/** Enough for a code of 8 cm at 300 dpi. */
const PIXELS = 1_000;

/** The code of a link with the domain under it, as on the cards. */
export async function pictureFile(link: string, ending: 'png' | 'svg'): Promise<Blob> {
  // Without a network the typeface may be missing: a code alone is better than none.
  const picture = codePicture(link, await loadLettering().catch(() => undefined));
  return ending === 'svg' ? new Blob([codeSvg(picture)], { type: 'image/svg+xml' }) : pngOf(picture);
}

/** With a whole number of pixels per module. */
async function pngOf(picture: CodePicture): Promise<Blob> {
  const { width, height, label } = picture;
  const scale = Math.ceil(PIXELS / width);
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser draws no pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(runsPath(picture.code)));
  context.fill(new Path2D(svgPath(label)));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser makes no picture');
  return blob;
}
