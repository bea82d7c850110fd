/** Side of the square that a photo is reduced to, in pixels. */
const SIDE = 48;
const HUES = 24;
/** Of a photo without colours. */
const GREY = '#374151';
/** Share of the pixels that makes a colour one of the photo. */
const ENOUGH = 0.03;

/** The most striking colour of a photo. @throws if it cannot be loaded */
export async function photoColor(address: string): Promise<string> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser draws nothing');
  context.drawImage(image, 0, 0, SIDE, SIDE);
  return strikingColor(context.getImageData(0, 0, SIDE, SIDE).data);
}

interface Hue {
  weight: number;
  count: number;
  readonly sum: [number, number, number];
}

/** Colour of pixels (red, green, blue, alpha): the mean of the hue that has the most of them, vivid ones most. */
export function strikingColor(pixels: ArrayLike<number>): string {
  const hues = Array.from({ length: HUES }, (): Hue => ({ weight: 0, count: 0, sum: [0, 0, 0] }));
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 1, 2, 3].map((channel) => pixels[at + channel]);
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const saturation = most === 0 ? 0 : (most - least) / most;
    const hue = hues[hueOf(red, green, blue)];
    // Too pale, too dark or transparent.
    if (hue === undefined || saturation < 0.25 || most < 50 || alpha < 128) continue;
    const weight = saturation ** 2;
    hue.weight += weight;
    hue.count += 1;
    for (const [channel, value] of [red, green, blue].entries()) hue.sum[channel as 0 | 1 | 2] += value * weight;
  }
  const { weight, count, sum } = hues.reduce((best, hue) => (hue.weight > best.weight ? hue : best));
  if (count <= (pixels.length / 4) * ENOUGH) return GREY;
  return `#${sum
    .map((value) =>
      Math.round(value / weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function hueOf(red: number, green: number, blue: number): number {
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return Math.floor(((angle / (2 * Math.PI) + 1) % 1) * HUES);
}
