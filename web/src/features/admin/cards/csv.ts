import { type CardPage, cardLink } from './card-link.ts';

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Ids, names and links for whoever prints or engraves the cards (RFC 4180, marked as UTF-8 for spreadsheets). */
export function csvOf(pages: readonly CardPage[], heads: readonly [id: string, name: string, qr: string, nfc: string]) {
  const rows = pages.map(({ id, displayName }) => [id, displayName, cardLink(id, 'qr'), cardLink(id, 'nfc')]);
  const lines = [heads, ...rows].map((row) => row.map(cell).join(','));
  return new Blob(['\uFEFF', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
