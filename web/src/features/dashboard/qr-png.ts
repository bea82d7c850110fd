import { qrPath } from '../../ui/qr-path.ts';

/** Enough for a code of 8 cm at 300 dpi. */
const PIXELS = 1_000;

/** A QR code as PNG, with a whole number of pixels per module. */
export async function pngOf(text: string): Promise<Blob> {
  const { size, path } = qrPath(text);
  const scale = Math.ceil(PIXELS / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser draws no pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser makes no picture');
  return blob;
}
