import { readFileSync } from 'node:fs';

/** Whether `.dockerignore` excludes a path of the checkout from the build context. */
export function readIgnored(file: string): (path: string) => boolean {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ out: !line.startsWith('!'), pattern: toExpression(line.replace(/^!/, '')) }));
  // The last matching pattern decides.
  return (path) => patterns.findLast(({ pattern }) => pattern.test(path))?.out ?? false;
}

/** A pattern matches a path and everything below it. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${source}(?:/|$)`);
}
