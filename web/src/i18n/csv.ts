/** What a spreadsheet takes for the beginning of a formula, also in full width and after white space. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/**
 * A table as a file that spreadsheets of the language open by a double click (RFC 4180, marked as UTF-8). Where numbers
 * have a comma, as in French, columns are parted by semicolons.
 */
export function csvFile(rows: readonly (readonly (string | number)[])[], language: string): Blob {
  const [separator, mark] = language === 'en' ? [',', '.'] : [';', ','];
  const cell = (value: string | number) =>
    typeof value === 'number' ? String(value).replace('.', mark) : textCell(value);
  const lines = rows.map((row) => `${row.map(cell).join(separator)}\r\n`);
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' });
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
