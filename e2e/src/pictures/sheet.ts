import path from 'node:path';
import sharp from 'sharp';
import { ROOT } from '../product.ts';

/** The main screens by their files in docs/screenshots, in rows. */
const ROWS: readonly (readonly string[])[] = [
  [
    '360-light-fr/landing-guest',
    '360-light-fr/d-demo-berline-guest',
    '360-dark-en/d-demo-van-guest',
    '360-light-fr/d-demo-taxi-guest',
    '360-light-fr/dashboard-driver',
    '360-dark-en/editor-demo-berline-driver',
  ],
  ['1280-light-fr/landing-guest', '1280-dark-en/dashboard-driver'],
  ['1280-light-en/editor-demo-berline-driver', '1280-light-en/support-support'],
  ['1280-dark-fr/admin-admin', '1280-light-fr/tutorial-guest'],
];

const WIDTH = 1_400;
const GAP = 16;

/** Combines the main screens into one sheet, which is committed: docs/screenshots.webp. */
export async function makeSheet(folder: string): Promise<void> {
  const tiles: { readonly input: Buffer; readonly left: number; readonly top: number }[] = [];
  let top = GAP;
  for (const row of ROWS) {
    const width = Math.floor((WIDTH - GAP * (row.length + 1)) / row.length);
    // Crop long pages to the first screen, which leaves room for others.
    const height = Math.round(row.length > 2 ? width * 2 : width * 0.62);
    for (const [index, name] of row.entries()) {
      const input = await sharp(path.join(folder, `${name}.png`))
        .resize({ width, height, fit: 'cover', position: 'top' })
        .toBuffer();
      tiles.push({ input, left: GAP + index * (width + GAP), top });
    }
    top += height + GAP;
  }
  await sharp({ create: { width: WIDTH, height: top, channels: 3, background: '#8b8675' } })
    .composite(tiles)
    .webp({ quality: 78 })
    .toFile(path.join(ROOT, 'docs/screenshots.webp'));
}
