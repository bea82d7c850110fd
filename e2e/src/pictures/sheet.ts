import path from 'node:path';
import sharp from 'sharp';
import { ROOT } from '../product.ts';

/** Screens by their files in docs/screenshots, in rows. */
type Rows = readonly (readonly string[])[];

const README: Rows = [
  [
    '360-light-fr/d-demo-berline-guest',
    '360-light-fr/d-demo-van-guest',
    '360-dark-fr/d-demo-taxi-guest',
    '360-light-fr/dashboard-driver',
  ],
];

const MAIN: Rows = [
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

/** Makes the committed sheets: the picture of the README, and one of the main screens. */
export async function makeSheets(folder: string): Promise<void> {
  await makeSheet(folder, README, 'docs/volant.webp');
  await makeSheet(folder, MAIN, 'docs/screenshots.webp');
}

async function makeSheet(folder: string, rows: Rows, file: string): Promise<void> {
  const tiles: { readonly input: Buffer; readonly left: number; readonly top: number }[] = [];
  let top = GAP;
  for (const row of rows) {
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
    .toFile(path.join(ROOT, file));
}
