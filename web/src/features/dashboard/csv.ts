import type { Figures } from './by-month.ts';

/** Figures as a table that a spreadsheet of the reader's language opens: French ones part columns by semicolons. */
export function csvOf(header: readonly string[], rows: readonly Figures[], language: string): string {
  const separator = language === 'en' ? ',' : ';';
  const lines = [header, ...rows.map(({ date, views, clicks }) => [date, String(views), String(clicks)])];
  // The mark of order tells spreadsheets that it is UTF-8.
  return `\uFEFF${lines.map((cells) => cells.map(cell).join(separator)).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
