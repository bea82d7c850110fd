import { fileURLToPath } from 'node:url';
import { sharp } from '@volant/infra/images/limited-sharp';
import type { LinkPicture } from '@volant/proto/rendering/page-renderer';

const WIDTH = 1200;
const HEIGHT = 630;
/** Width of the photo, on the right. */
const PHOTO = 440;
const MARGIN = 72;
const COLUMN = WIDTH - PHOTO - 2 * MARGIN;
/** In pixels; the largest at which the name fits is used. */
const NAME_SIZES = [104, 88, 74, 62, 50] as const;
const NAME_HEIGHT = 300;
const COMPANY_SIZE = 38;
const GAP = 40;
const LOGO = 44;
/** A bare machine has no fonts. */
const FONT_FILE = fileURLToPath(new URL('../../fonts/bricolage-grotesque-bold.ttf', import.meta.url));
const DRAW_SECONDS = 5;

interface Layer {
  readonly input: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the picture of a page as a JPEG, like a card in its colour: its name and company with the product's logo, and
 * its photo or initials.
 * @throws if it takes too long, or the photo cannot be decoded
 */
export async function drawPicture(page: LinkPicture, photo: Uint8Array | undefined): Promise<Buffer> {
  const side = photo === undefined ? await initialsLayer(page) : await photoLayer(photo);
  const words = page.name === '' ? [] : await wordLayers(page);
  const brand = await textLayer('Volant', LOGO * 0.8, page.onAccent);
  const logoTop = HEIGHT - MARGIN - LOGO;
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: page.accent } })
    .composite([
      { input: side, left: words.length === 0 ? Math.round((WIDTH - PHOTO) / 2) : WIDTH - PHOTO, top: 0 },
      ...words,
      { input: await logoLayer(page.onAccent), left: MARGIN, top: logoTop },
      { input: brand.input, left: MARGIN + LOGO + 14, top: logoTop + Math.round((LOGO - brand.height) / 2) },
    ])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: DRAW_SECONDS })
    .toBuffer();
}

/** The name and the company, in the middle of their column above the logo. */
async function wordLayers(page: LinkPicture) {
  const name = await nameLayer(page);
  const company = page.company === '' ? undefined : await textLayer(page.company, COMPANY_SIZE, page.onAccent);
  const height = name.height + (company === undefined ? 0 : GAP + company.height);
  const top = Math.round((HEIGHT - MARGIN - LOGO - height) / 2);
  return [
    { input: name.input, left: MARGIN, top },
    ...(company === undefined ? [] : [{ input: company.input, left: MARGIN, top: top + name.height + GAP }]),
  ];
}

async function nameLayer({ name, onAccent }: LinkPicture): Promise<Layer> {
  for (const size of NAME_SIZES) {
    const layer = await textLayer(name, size, onAccent, 'word');
    if (layer.width <= COLUMN && layer.height <= NAME_HEIGHT) return layer;
  }
  return textLayer(name, NAME_SIZES[NAME_SIZES.length - 1] ?? 0, onAccent);
}

/** @param wrap `word` keeps words whole, even if they are wider than the column */
async function textLayer(text: string, size: number, color: string, wrap: 'word' | 'word-char' = 'word-char') {
  const markup = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return drawn(sharp({ text: { ...face(markup, size, color), width: COLUMN, wrap } }));
}

async function initialsLayer({ initials, accent, onAccent }: LinkPicture): Promise<Buffer> {
  const ground = { create: { width: PHOTO, height: HEIGHT, channels: 3, background: darker(accent) } } as const;
  const layers =
    initials === '' ? [] : [{ input: (await drawn(sharp({ text: face(initials, 160, onAccent) }))).input }];
  return sharp(ground).composite(layers).png().toBuffer();
}

function darker(color: string): string {
  return `rgb(${channelsOf(color).map((channel) => Math.round(channel * 0.8))})`;
}

/** Red, green and blue of `#rrggbb`. */
function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** The logo, a steering wheel with V-shaped spokes, on a grid of 48. `half` is half the width of its lines. */
const WHEEL = { middle: 24, radius: 20, half: 2.5 };
const SPOKES = [
  [7.5, 17.5, 24, 34],
  [40.5, 17.5, 24, 34],
  [24, 34, 24, 43],
] as const;

/** The logo, drawn by the distance of each pixel to its lines, because sharp may not read SVG here. */
function logoLayer(color: string): Promise<Buffer> {
  const scale = 48 / LOGO;
  const pixels = Array.from({ length: LOGO * LOGO }, (_, at) => {
    const [x, y] = [((at % LOGO) + 0.5) * scale, (Math.floor(at / LOGO) + 0.5) * scale];
    const toWheel = Math.abs(Math.hypot(x - WHEEL.middle, y - WHEEL.middle) - WHEEL.radius);
    const distance = Math.min(toWheel, ...SPOKES.map((spoke) => distanceTo(spoke, x, y)));
    const covered = Math.min(1, Math.max(0, (WHEEL.half - distance) / scale + 0.5));
    return [...channelsOf(color), Math.round(255 * covered)];
  });
  const raw = { width: LOGO, height: LOGO, channels: 4 } as const;
  return sharp(Buffer.from(pixels.flat()), { raw }).png().toBuffer();
}

function distanceTo([x1, y1, x2, y2]: (typeof SPOKES)[number], x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
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
