import { readFileSync } from 'node:fs';

/** Whether a path of the checkout stays out of what images are built from, as `.dockerignore` says. */
export function readIgnored(file: string): (path: string) => boolean {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ out: !line.startsWith('!'), pattern: toExpression(line.replace(/^!/, '')) }));
  // The last one that fits decides.
  return (path) => patterns.findLast(({ pattern }) => pattern.test(path))?.out ?? false;
}

/** A pattern names a path and all below it. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${source}(?:/|$)`);
}
