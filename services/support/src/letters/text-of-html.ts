import { decodeHTML } from 'entities/decode';

const TAG = /(<[^<>]*>)/;
const NAME = /^<(\/?)([a-z][a-z0-9]*)/i;
const UNSEEN = new Set(['head', 'style', 'script', 'title']);
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'hr', 'table', 'blockquote', 'pre']);

/** The text of a letter that has only HTML, in one pass; quotations get the marks of plain text. */
export function textOfHtml(html: string): string {
  const lines = [''];
  // How many elements are open whose text is not seen, and how many quotations.
  const open = { unseen: 0, quotations: 0 };
  for (const part of html.split(TAG)) {
    const [, closing, name = ''] = NAME.exec(part) ?? [];
    if (name !== '') follow(lines, open, name.toLowerCase(), closing === '/' ? -1 : 1);
    else if (open.unseen === 0 && !part.startsWith('<')) append(lines, part.replace(/\s+/g, ' '), open.quotations);
  }
  const text = lines.map((line) => line.trimEnd()).join('\n');
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

function follow(lines: string[], open: { unseen: number; quotations: number }, name: string, step: number): void {
  if (UNSEEN.has(name)) open.unseen = Math.max(0, open.unseen + step);
  if (name === 'blockquote') open.quotations = Math.max(0, open.quotations + step);
  if (BREAKS.has(name) && !(name !== 'br' && step > 0 && lines.at(-1) === '')) lines.push('');
}

function append(lines: string[], text: string, depth: number): void {
  const line = lines.pop() ?? '';
  const readable = decodeHTML(text);
  if (line !== '') lines.push(line + readable);
  else lines.push(readable.trim() === '' ? '' : `${'> '.repeat(Math.min(depth, 1))}${readable.trimStart()}`);
}
