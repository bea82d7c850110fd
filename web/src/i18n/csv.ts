import { LANGUAGES, type Language } from '@volant/proto/text/languages';

/** Prefixes that spreadsheets interpret as a formula, also full-width and after white space. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** Texts that spreadsheets turn into numbers, dates or truth values: the ids 0042, 1-2, 1E5 and dec1. Days stay days. */
const MONTH =
  'jan(?:v|vier|uary)?|f[ée][bv](?:r|rier|ruary)?|mar(?:s|ch)?|a[pv]r(?:il)?|ma[iy]|jui?ne?|jui?l(?:y|let)?|aug(?:ust)?|ao[uû]t|sept?(?:emb(?:er|re))?|oct(?:ob(?:er|re))?|nov(?:emb(?:er|re))?|d[ée]c(?:emb(?:er|re))?';
const VALUE = new RegExp(
  [
    String.raw`^(?!\d{4}-\d\d-\d\d$)[\d\s.,:/%€$-]*\d[\d\s.,:/%€$-]*$`,
    String.raw`^[\d.,]+e[+-]?\d+$`,
    '^(?:true|false|vrai|faux)$',
    String.raw`^(?:${MONTH})\.?[-/. ]?\d{1,4}$`,
    String.raw`^\d{1,4}[-/. ]?(?:${MONTH})\.?(?:[-/. ]?\d{1,4})?$`,
  ].join('|'),
  'i',
);
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/**
 * The text of a CSV file that spreadsheets in this language open correctly (RFC 4180, UTF-8 with BOM). If decimals use a comma,
 * as in French, columns are separated by semicolons.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[], language: Language): string {
  const mark = (0.5).toLocaleString(LANGUAGES[language].locale).replace(/\d/g, '');
  const separator = mark === ',' ? ';' : ',';
  const cell = (value: string | number | null) =>
    typeof value === 'number' ? String(value).replace('.', mark) : textCell(value ?? '');
  const lines = rows.map((row) => `${row.map(cell).join(separator)}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

export function csvFile(...file: Parameters<typeof csvText>): Blob {
  return new Blob([csvText(...file)], { type: 'text/csv;charset=utf-8' });
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) || VALUE.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
