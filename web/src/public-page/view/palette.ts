import { PALETTE } from '@volant/proto/profile/custom-items';

export type ColorName = keyof typeof PALETTE;

const nameByColor = new Map<string, ColorName>(Object.entries(PALETTE).map(([name, hex]) => [hex, name as ColorName]));

/** The name of a hex colour; a colour outside the palette becomes the default, grey. */
export function colorNameOf(hex: string | undefined): ColorName {
  return (hex && nameByColor.get(hex.trim().toUpperCase())) || 'Gray';
}

/** WCAG's contrast ratio of two colours. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [relativeLuminance(one), relativeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function relativeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
