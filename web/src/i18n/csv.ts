import { LANGUAGES, type Language } from '@volant/proto/text/languages';

/** Prefixes that spreadsheets interpret as a formula, also full-width and after white space. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const NUMBER = /^[\d\s.,:/%€$-]+$/;
const EXPONENT = /^[\d.,]{1,20}e[+-]?\d{1,4}$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MONTH_AND_NUMBERS = /^(\d{0,4})[-/. ]?(\p{L}{3,9})\.?[-/. ]?(\d{0,4})$/u;
const MONTHS = new Set(
  ['fr', 'en'].flatMap((language) =>
    Array.from({ length: 12 }, (_, month) => new Date(2026, month, 15)).flatMap((day) =>
      (['short', 'long'] as const).map((length) =>
        day.toLocaleDateString(language, { month: length }).replace('.', '').toLowerCase(),
      ),
    ),
  ),
);
const TRUTHS = new Set(['true', 'false', 'vrai', 'faux']);
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
  const safe = FORMULA.test(text) || becomesValue(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Whether spreadsheets turn a text into a number, a date or a truth value: the ids 0042, 1-2, 1E5 and dec1. Days stay. */
function becomesValue(text: string): boolean {
  const [, before, month = '', after] = MONTH_AND_NUMBERS.exec(text) ?? [];
  return (
    (NUMBER.test(text) && /\d/.test(text) && !DAY.test(text)) ||
    EXPONENT.test(text) ||
    TRUTHS.has(text.toLowerCase()) ||
    (MONTHS.has(month.toLowerCase()) && `${before}${after}` !== '')
  );
}
