import { decodeHTML } from 'entities/decode';

/** `<` before a blank or a digit is a sign that the person typed. */
const TAG = /(<[a-z/!?](?:"[^"]*"|'[^']*'|[^<>"'])*>)/i;
const NAME = /^<(\/?)([a-z][a-z0-9]*)/i;
const UNSEEN = new Set(['head', 'style', 'script', 'title']);
const BREAKS = new Set([
  ...['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'table', 'blockquote', 'pre'],
  ...['section', 'article', 'header', 'footer', 'center', 'ul', 'ol', 'dt', 'dd', 'address'],
]);
const CELLS = new Set(['td', 'th']);
/** Mail programs draw emoji as pictures. */
const EMOJI = /^<img\b[^>]*?\salt=["']?(\p{Extended_Pictographic}[^"'>]{0,20})/iu;

/** Numbers of open elements: with hidden text, quotations, and with preserved line breaks (`pre`). */
interface Open {
  unseen: number;
  quotations: number;
  kept: number;
}

/** The text of a letter that has only HTML, in one pass; quotations get the marks of plain text. */
export function textOfHtml(html: string): string {
  const lines = [''];
  const open: Open = { unseen: 0, quotations: 0, kept: 0 };
  for (const [at, part] of withoutComments(html).split(TAG).entries()) {
    if (at % 2 === 1) follow(lines, open, part);
    else if (open.unseen > 0) continue;
    else if (open.kept === 0) append(lines, part.replace(/\s+/g, ' '), open.quotations);
    else {
      for (const [row, line] of part.split('\n').entries()) {
        if (row > 0) lines.push('');
        append(lines, line, open.quotations);
      }
    }
  }
  const text = lines.map((line) => line.trimEnd()).join('\n');
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

function withoutComments(html: string): string {
  let text = '';
  for (let at = 0; ; ) {
    const open = html.indexOf('<!--', at);
    const close = open < 0 ? -1 : html.indexOf('-->', open + 2);
    if (close < 0) return text + html.slice(at);
    text += html.slice(at, open);
    at = close + 3;
  }
}

function follow(lines: string[], open: Open, tag: string): void {
  const [, closing, written = ''] = NAME.exec(tag) ?? [];
  const name = written.toLowerCase();
  const step = closing === '/' ? -1 : 1;
  if (UNSEEN.has(name)) open.unseen = Math.max(0, open.unseen + step);
  // Some letters do not close their head.
  if (name === 'body') open.unseen = 0;
  if (name === 'blockquote') open.quotations = Math.max(0, open.quotations + step);
  if (name === 'pre') open.kept = Math.max(0, open.kept + step);
  if (name === 'img' && open.unseen === 0) append(lines, EMOJI.exec(tag)?.[1] ?? '', open.quotations);
  if (CELLS.has(name) && step > 0 && lines.at(-1) !== '') lines.push(`${lines.pop()} `);
  if (BREAKS.has(name) && !(name !== 'br' && step > 0 && lines.at(-1) === '')) lines.push('');
}

function append(lines: string[], text: string, depth: number): void {
  const line = lines.pop() ?? '';
  const readable = decodeHTML(text);
  if (line !== '') lines.push(line + readable);
  else lines.push(readable.trim() === '' ? '' : `${'> '.repeat(Math.min(depth, 1))}${readable.trimStart()}`);
}
