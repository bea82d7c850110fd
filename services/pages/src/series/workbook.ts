import { catalogues } from '@volant/proto/text/catalogues';
import type { Language } from '@volant/proto/text/languages';
import type { ExistingPage } from '../page/page.ts';
import type workbookTexts from '../texts/workbook.fr.json';

export interface Workbook {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface WorkbookParts {
  readonly rows: readonly ExistingPage[];
  readonly note: string;
  readonly madeAt: string;
  /** Scheme and host of the links. */
  readonly origin: string;
  readonly language: Language;
}

const TEXTS = await catalogues<typeof workbookTexts>(
  'workbook',
  (language) => import(`../texts/workbook.${language}.json`, { with: { type: 'json' } }),
);

const WIDTHS = [28, 32, 56, 16, 32];

/** One row per page: id, name, link, state, note. Every cell is text, so that none runs as a formula. */
export async function writeWorkbook({ rows, note, madeAt, origin, language }: WorkbookParts): Promise<Workbook> {
  const { sheet: title, columns, states } = TEXTS[language];
  // Imported on demand: the module is large, rarely needed, and would slow every start of the process.
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.Workbook();
  workbook.created = new Date(madeAt);
  const sheet = workbook.addWorksheet(title, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map((header, index) => ({ header, width: WIDTHS[index] ?? 20 }));
  sheet.getRow(1).font = { bold: true };
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  for (const { publicId, displayName, state } of rows) {
    const link = `${origin}/d/${publicId}`;
    sheet.addRow([publicId, displayName, { text: link, hyperlink: link }, states[state], note]);
  }
  return {
    fileName: `pages-${madeAt.slice(0, 19).replaceAll(':', '-')}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: new Uint8Array(await workbook.xlsx.writeBuffer()),
  };
}
