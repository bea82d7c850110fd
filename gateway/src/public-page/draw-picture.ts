import { fileURLToPath } from 'node:url';
import { sharp } from '@volant/infra/images/limited-sharp';
import type { LinkPicture } from '@volant/proto/rendering/page-renderer';

const WIDTH = 1200;
const HEIGHT = 630;
/** Width of the photo, on the right. */
const PHOTO = 440;
const MARGIN = 72;
const COLUMN = WIDTH - PHOTO - 2 * MARGIN;
const INK = '#16150f';
const SOFT = '#5c594e';
/** In pixels; the largest at which the name fits is used. */
const NAME_SIZES = [104, 88, 74, 62, 50] as const;
const NAME_HEIGHT = 300;
const COMPANY_SIZE = 38;
const GAP = 28;
/** A bare machine has no fonts. */
const FONT_FILE = fileURLToPath(new URL('../../fonts/bricolage-grotesque-bold.ttf', import.meta.url));
const DRAW_SECONDS = 5;

interface Layer {
  readonly input: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the picture of a page as a JPEG: its name and company, and its photo or initials.
 * @throws if it takes too long, or the photo cannot be decoded
 */
export async function drawPicture(page: LinkPicture, photo: Uint8Array | undefined): Promise<Buffer> {
  const side = photo === undefined ? await initialsLayer(page) : await photoLayer(photo);
  const words = page.name === '' ? [] : await wordLayers(page);
  const stripe = { create: { width: 96, height: 10, channels: 3, background: page.accent } } as const;
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#faf8f4' } })
    .composite([
      { input: side, left: words.length === 0 ? Math.round((WIDTH - PHOTO) / 2) : WIDTH - PHOTO, top: 0 },
      ...words,
      { input: stripe, left: MARGIN, top: HEIGHT - MARGIN },
    ])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: DRAW_SECONDS })
    .toBuffer();
}

/** The name and the company, in the middle of their column. */
async function wordLayers(page: LinkPicture) {
  const name = await nameLayer(page.name);
  const company = page.company === '' ? undefined : await textLayer(page.company, COMPANY_SIZE, SOFT);
  const height = name.height + (company === undefined ? 0 : GAP + company.height);
  const top = Math.round((HEIGHT - height) / 2);
  return [
    { input: name.input, left: MARGIN, top },
    ...(company === undefined ? [] : [{ input: company.input, left: MARGIN, top: top + name.height + GAP }]),
  ];
}

async function nameLayer(name: string): Promise<Layer> {
  for (const size of NAME_SIZES) {
    const layer = await textLayer(name, size, INK, 'word');
    if (layer.width <= COLUMN && layer.height <= NAME_HEIGHT) return layer;
  }
  return textLayer(name, NAME_SIZES[NAME_SIZES.length - 1] ?? 0, INK);
}

/** @param wrap `word` keeps words whole, even if they are wider than the column */
async function textLayer(text: string, size: number, color: string, wrap: 'word' | 'word-char' = 'word-char') {
  const markup = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return drawn(sharp({ text: { ...face(markup, size, color), width: COLUMN, wrap } }));
}

async function initialsLayer({ initials, accent, onAccent }: LinkPicture): Promise<Buffer> {
  const ground = { create: { width: PHOTO, height: HEIGHT, channels: 3, background: accent } } as const;
  const layers =
    initials === '' ? [] : [{ input: (await drawn(sharp({ text: face(initials, 160, onAccent) }))).input }];
  return sharp(ground).composite(layers).png().toBuffer();
}

function photoLayer(photo: Uint8Array): Promise<Buffer> {
  return sharp(photo, { failOn: 'error', pages: 1 })
    .resize(PHOTO, HEIGHT, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .timeout({ seconds: DRAW_SECONDS })
    .toBuffer();
}

function face(markup: string, size: number, color: string) {
  return {
    text: `<span foreground="${color}">${markup}</span>`,
    font: `Bricolage Grotesque Bold ${size}`,
    fontfile: FONT_FILE,
    dpi: 72,
    rgba: true,
  };
}

async function drawn(picture: ReturnType<typeof sharp>): Promise<Layer> {
  const { data, info } = await picture
    .png({ compressionLevel: 1 })
    .timeout({ seconds: DRAW_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}
