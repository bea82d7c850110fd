import type { Language } from '@volant/infra/errors/domain-error';
import type { ExistingPage, PageState } from '../page/page.ts';

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

interface Words {
  readonly sheet: string;
  readonly columns: readonly [id: string, name: string, link: string, state: string, note: string];
  readonly states: Readonly<Record<PageState, string>>;
}

const WORDS: Readonly<Record<Language, Words>> = {
  fr: {
    sheet: 'Pages',
    columns: ['Identifiant', 'Nom', 'Lien', 'État', 'Note'],
    states: { UNCLAIMED: 'Libre', ACTIVE: 'En ligne', INACTIVE: 'En pause', DEACTIVATED: 'Bloquée' },
  },
  en: {
    sheet: 'Pages',
    columns: ['ID', 'Name', 'Link', 'State', 'Note'],
    states: { UNCLAIMED: 'Unclaimed', ACTIVE: 'Active', INACTIVE: 'Inactive', DEACTIVATED: 'Deactivated' },
  },
};

const WIDTHS = [28, 32, 56, 16, 32];

/** One row per page: id, name, link, state, note. Every cell is text, so that none runs as a formula. */
export async function writeWorkbook({ rows, note, madeAt, origin, language }: WorkbookParts): Promise<Workbook> {
  const { sheet: title, columns, states } = WORDS[language];
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
