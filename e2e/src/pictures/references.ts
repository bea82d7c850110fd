import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { ROOT } from '../product.ts';
import { openLook, picturesThere, type Sessions, settled, takePicture } from '../screens.ts';
import { COMPONENT_SHOTS, startGallery, takeComponents } from './components.ts';
import type { PicturePlace } from './picture-place.ts';
import { REFERENCE_SHOTS, type ReferenceShot } from './reference-shots.ts';
import { inOneFace, steady } from './steady.ts';

/**
 * A screen as a grid of cells, each the mean grey of its pixels: coarse enough to be equal on every machine, fine
 * enough to show visible changes.
 */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly cells: Uint8Array;
}

/** Width and height of a cell in pixels. */
const CELL = 8;
/** Smaller differences of a cell are ignored: edges of letters are rendered slightly differently. */
const SAME_GREY = 24;
/** Maximal share of differing cells; a button that moves by a line exceeds it. */
export const TOLERANCE = 0.005;

const FOLDER = path.join(ROOT, 'e2e/references');
/** Folder for pictures of screens that do not match; not committed. */
const SEEN = path.join(ROOT, 'docs/screenshots/differing');

const fileOf = (name: string) => path.join(FOLDER, `${name}.png`);

/** Takes a full-page picture of a screen. */
export async function takeShot(
  browser: Browser,
  origin: string,
  sessions: Sessions,
  { path: address, visitor, look }: ReferenceShot,
): Promise<Buffer> {
  const context = await openLook(browser, look, sessions[visitor], { bypassCSP: true });
  try {
    await steady(context);
    const page = await context.newPage();
    await page.goto(origin + address);
    await settled(page);
    await inOneFace(page);
    await picturesThere(page);
    return await takePicture(page, { fullPage: true, animations: 'disabled' });
  } finally {
    await context.close();
  }
}

export async function gridOf(picture: Buffer): Promise<Grid> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const size = { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) };
  const cells = await sharp(picture)
    .grayscale()
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return { ...size, cells: new Uint8Array(cells) };
}

/** The share of cells that differ; 1 if the lengths differ by more than a cell. */
export function difference(one: Grid, other: Grid): number {
  if (one.width !== other.width || Math.abs(one.height - other.height) > 1) return 1;
  const length = Math.min(one.cells.length, other.cells.length);
  let differing = 0;
  for (let index = 0; index < length; index += 1) {
    if (Math.abs((one.cells[index] ?? 0) - (other.cells[index] ?? 0)) > SAME_GREY) differing += 1;
  }
  return differing / length;
}

export async function readReference(name: string): Promise<Grid> {
  const { data, info } = await sharp(await readFile(fileOf(name)))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, cells: new Uint8Array(data) };
}

/** Saves the picture of a screen that does not match its reference, for inspection. */
export async function keepDiffering(name: string, picture: Buffer): Promise<string> {
  await mkdir(SEEN, { recursive: true });
  const file = path.join(SEEN, `${name}.png`);
  await writeFile(file, picture);
  return file;
}

/** Retakes all references. */
export async function takeReferences({ origin, browser, sessions }: PicturePlace): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const shot of REFERENCE_SHOTS) await keepReference(shot.name, await takeShot(browser, origin, sessions, shot));
  const gallery = await startGallery();
  try {
    for (const shot of COMPONENT_SHOTS) {
      await keepReference(shot.name, await takeComponents(await gallery.open(browser, shot)));
    }
  } finally {
    gallery.stop();
  }
}

async function keepReference(name: string, picture: Buffer): Promise<void> {
  const { width, height, cells } = await gridOf(picture);
  await sharp(cells, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toFile(fileOf(name));
}
