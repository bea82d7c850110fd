import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CardPage } from '../print/card-link.ts';
import type { Design } from '../print/layouts.ts';
import { lettering } from '../print/lettering.ts';

const { resolve } = createRequire(import.meta.url);
const font = (subset: string) => {
  const { buffer, byteOffset, length } = readFileSync(
    resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-700-normal.woff`),
  );
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
};

/** A design with the fonts of the product, read from their files. */
export const printDesign: Design = {
  letters: lettering([font('latin'), font('latin-ext')]),
  names: true,
  origin: 'https://volant.example',
  scan: 'Scannez-moi',
};

const NAMES = [
  'Anne-Sophie Lefèvre',
  'Dvořák',
  'محمد',
  '',
  'Salon 0005',
  `Anne-Sophie ${'de la Rochefoucauld '.repeat(5)}`,
];

/** Pages with ids as long as generated ones. */
export const printPages = (count: number): readonly CardPage[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${'Zq7-k_3R9xWb2Lm5TcYh8'.slice(0, 16)}${String(n).padStart(4, '0')}`,
    displayName: NAMES[n % NAMES.length] ?? '',
  }));

export const linkOf = ({ id }: CardPage) => `https://volant.example/d/${id}?s=qr`;
