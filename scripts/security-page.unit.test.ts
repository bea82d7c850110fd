import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', ROOT), 'utf8');

interface Figure {
  readonly what: string;
  readonly figure: string;
  readonly file: string;
  /** As written in the page. */
  readonly code: string;
}

/** `| what | figure | [file](../path/file.ts): `code` |` */
const ROW = /^\| (?<what>[^|]+) \| (?<figure>[^|]+) \| \[[^\]]+\]\(\.\.\/(?<file>[^)]+)\): `(?<code>[^`]+)` \|$/;

const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what |'));
const figures = rows.flatMap((row) => {
  const groups = ROW.exec(row)?.groups;
  return groups === undefined ? [] : [groups as unknown as Figure];
});

function numbersOf(text: string): readonly number[] {
  return [...text.replaceAll(/(?<=\d)[,_](?=\d{3})/g, '').matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
}

describe('docs/security.md', () => {
  test('gives the source of every figure', () => {
    expect(figures.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !ROW.test(row))).toEqual([]);
  });

  test.each(figures)('the code has the figure of $what: $figure', ({ figure, file, code }) => {
    expect(readFileSync(new URL(file, ROOT), 'utf8')).toContain(code);
    expect(numbersOf(figure).length).toBeGreaterThan(0);
    // The page says seconds where the code says milliseconds.
    const written = numbersOf(code).flatMap((number) => [number, number / 1000]);
    expect(written).toEqual(expect.arrayContaining([...numbersOf(figure)]));
  });
});
