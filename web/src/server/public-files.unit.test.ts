// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));
const read = (name: string) => readFileSync(`${PUBLIC}/${name}`);
/** Width and height of a PNG, from its header. */
const sizeOf = (name: string) => {
  const bytes = read(name);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

it('the link preview is an image of the declared size', () => {
  expect(sizeOf('social-card.png')).toEqual([1200, 630]);
});

it('the icons of manifest and documents exist in their sizes', () => {
  const { icons, start_url: start } = JSON.parse(read('site.webmanifest').toString());
  for (const { src, sizes } of icons) expect(sizeOf(src.slice(1)).join('x')).toBe(sizes);
  expect(icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);
  expect(start).toBe('/dashboard');
  expect(sizeOf('apple-touch-icon.png')).toEqual([180, 180]);
  expect(read('favicon.ico').readUInt16LE(2)).toBe(1);
  const shell = readFileSync(`${PUBLIC}/../index.html`, 'utf8');
  const named = [...shell.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="\/([^"]+)"/g)];
  expect(named).toHaveLength(4);
  for (const [, name = ''] of named) expect(read(name).length).toBeGreaterThan(0);
});

it('each item icon except “none” has a file, and no other file exists', () => {
  const drawings = readdirSync(`${PUBLIC}/icons`).filter((name) => name.endsWith('.svg'));
  expect(drawings).toHaveLength(16);
  for (const name of drawings) {
    const drawing = read(`icons/${name}`).toString();
    expect(drawing).toMatch(/^<svg [^>]*viewBox="0 0 24 24"/);
    expect(drawing).not.toMatch(/<script|\son\w+=|href=/);
  }
});
