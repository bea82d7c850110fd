import { compile, type FormatCallback } from 'html-to-text';

/** Mail programs draw emoji as pictures. */
const EMOJI = /^\p{Extended_Pictographic}/u;
const LONGEST_EMOJI = 20;
const LINES = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
/** The time that the library takes grows with the square of their number. */
const MOST_TAGS = 20_000;
const BLOCKS = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'table', 'ul', 'ol', 'tr', 'li', 'address', 'article', 'center'],
  ...['dd', 'div', 'dt', 'footer', 'header', 'section'],
];

const cell: FormatCallback = ({ children }, walk, builder) => {
  walk(children, builder);
  builder.addInline(' ', {});
};

const emoji: FormatCallback = ({ attribs }, _, builder) => {
  const alt = attribs?.alt ?? '';
  if (EMOJI.test(alt)) builder.addInline(alt.slice(0, LONGEST_EMOJI), {});
};

const convert = compile({
  wordwrap: false,
  formatters: { cell, emoji },
  // The library reads by recursion.
  limits: { maxDepth: 200, ellipsis: '' },
  selectors: [
    ...BLOCKS.map((selector) => ({ selector, format: 'block', options: LINES })),
    ...['head', 'style', 'script', 'title'].map((selector) => ({ selector, format: 'skip' })),
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    { selector: 'pre', format: 'pre', options: LINES },
    { selector: 'blockquote', format: 'blockquote', options: LINES },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'emoji' },
  ],
});

/** The text of a mail that has only HTML; quotations get the marks of plain text. */
export function textOfHtml(html: string): string {
  const first = html.split('<', MOST_TAGS).join('<');
  return convert(first)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
