import { LANGUAGES, type Language } from '@volant/proto/text/languages';

/** Prefixes that spreadsheets interpret as a formula, also full-width and after white space. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/**
 * The text of a CSV file that spreadsheets in this language open correctly (RFC 4180, UTF-8 with BOM). If decimals use a comma,
 * as in French, columns are separated by semicolons.
 */
export function csvText(rows: readonly (readonly (string | number)[])[], language: Language): string {
  const mark = (0.5).toLocaleString(LANGUAGES[language].locale).replace(/\d/g, '');
  const separator = mark === ',' ? ';' : ',';
  const cell = (value: string | number) =>
    typeof value === 'number' ? String(value).replace('.', mark) : textCell(value);
  const lines = rows.map((row) => `${row.map(cell).join(separator)}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

export function csvFile(...file: Parameters<typeof csvText>): Blob {
  return new Blob([csvText(...file)], { type: 'text/csv;charset=utf-8' });
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
