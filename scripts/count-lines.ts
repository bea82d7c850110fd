/**
 * Prints the number of product lines in each package: handwritten TypeScript and style sheets, without tests, test
 * helpers, the bench and scripts. `npm run lines -- --against <commit>` prints that commit's numbers beside them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

type Lines = ReadonlyMap<string, number>;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NO_PRODUCT = [
  /\.test\.tsx?$/,
  /\.d\.ts$/,
  /\.config\.ts$/,
  /\.generated\.ts$|_pb\.ts$/,
  /^(e2e|bench|scripts)\//,
  /\/(scripts|testing|tests?)\//,
  // Test fixtures, and programs that tests start.
  /\/(stuck-writer|sqlite-appender|crash-publisher|kafka[-/]member)\.ts$/,
];

function git(args: readonly string[], input = ''): Buffer {
  return execFileSync('git', args, { cwd: ROOT, input, maxBuffer: 256 * 1024 * 1024 });
}

function mayBeProduct(file: string): boolean {
  return /\.(?:tsx?|css)$/.test(file) && !NO_PRODUCT.some((pattern) => pattern.test(file));
}

/** Files of the work tree, committed or not. */
function presentFiles(): ReadonlyMap<string, string> {
  const names = git(['ls-files', '-co', '--exclude-standard', '--deduplicate']).toString().split('\n');
  const there = names.filter((name) => mayBeProduct(name) && existsSync(path.join(ROOT, name)));
  return new Map(there.map((name) => [name, readFileSync(path.join(ROOT, name), 'utf8')]));
}

function filesAt(commit: string): ReadonlyMap<string, string> {
  const names = git(['ls-tree', '-r', '--name-only', commit]).toString().split('\n').filter(mayBeProduct);
  // git answers each file with a line that ends with the size, then the bytes and a line feed.
  const answer = git(['cat-file', '--batch'], names.map((name) => `${commit}:${name}\n`).join(''));
  let at = 0;
  return new Map(
    names.map((name) => {
      const start = answer.indexOf('\n', at) + 1;
      const end = start + Number(answer.subarray(at, start).toString().trim().split(' ').at(-1));
      at = end + 1;
      return [name, answer.subarray(start, end).toString()];
    }),
  );
}

function linesByPackage(files: ReadonlyMap<string, string>): Lines {
  const lines = new Map<string, number>();
  for (const [file, text] of files) {
    if (text.includes(`from 'vitest'`)) continue;
    const [first = '', second] = file.split('/');
    const name = first === 'services' ? `${first}/${second}` : first;
    lines.set(name, (lines.get(name) ?? 0) + text.split('\n').length - 1);
  }
  return lines;
}

function sum(lines: Lines): number {
  return [...lines.values()].reduce((all, some) => all + some, 0);
}

function print(name: string, now: number, before: number | undefined): void {
  const change = before ? `${before}`.padStart(8) + `${((now / before - 1) * 100).toFixed(1)} %`.padStart(10) : '';
  console.log(name.padEnd(20) + `${now}`.padStart(8) + change);
}

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values;
const now = linesByPackage(presentFiles());
const before = against === undefined ? undefined : linesByPackage(filesAt(against));
for (const name of [...new Set([...now.keys(), ...(before?.keys() ?? [])])].sort()) {
  print(name, now.get(name) ?? 0, before?.get(name));
}
print('all', sum(now), before && sum(before));
