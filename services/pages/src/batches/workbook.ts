import { DomainError } from '@volant/infra/errors/domain-error';
import { textOf } from '@volant/proto/text/catalogues';
import type { Language } from '@volant/proto/text/languages';
import type { Cell } from 'hucre';
import type { CommandPorts } from '../page/commands/page-commands.ts';
import type { ExistingPage } from '../page/domain/page.ts';
import { loadBatch } from './commands.ts';
import texts from './workbook.json' with { type: 'json' };

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

const WIDTHS = [28, 32, 56, 16, 32];

/** One row per page: id, name, link, state, note. Every cell is text, so that none runs as a formula. */
export async function writeWorkbook({ rows, note, madeAt, origin, language }: WorkbookParts): Promise<Workbook> {
  const columns = textOf(texts.columns, language);
  // Imported on demand: the module is large, rarely needed, and would slow every start of the process.
  const { writeXlsx } = await import('hucre/xlsx');
  const linkTo = ({ publicId }: ExistingPage) => `${origin}/d/${publicId}`;
  const cells = new Map<string, Pick<Cell, 'value' | 'style' | 'hyperlink'>>();
  for (const [column, value] of columns.entries()) cells.set(`0,${column}`, { value, style: { font: { bold: true } } });
  for (const [row, page] of rows.entries()) {
    const value = linkTo(page);
    cells.set(`${row + 1},2`, { value, hyperlink: { target: value } });
  }
  const sheet = {
    name: textOf(texts.sheet, language),
    columns: columns.map((_, index) => ({ width: WIDTHS[index] ?? 20 })),
    rows: [
      columns,
      ...rows.map((page) => [
        page.publicId,
        page.displayName,
        linkTo(page),
        textOf(texts.states[page.state], language),
        note,
      ]),
    ],
    cells,
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:E${rows.length + 1}` },
  };
  const created = new Date(madeAt);
  return {
    fileName: `pages-${madeAt.slice(0, 19).replaceAll(':', '-')}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await writeXlsx({ sheets: [sheet], properties: { created, modified: created } }),
  };
}

/** Each id of an unclaimed page is worth a card, so the list of them expires. */
const WORKBOOK_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * The workbook of a batch with the present state of its pages, without deleted ones.
 * @param origin scheme and host of the links
 * @throws DomainError WORKBOOK_NOT_FOUND
 */
export async function readWorkbook(
  ports: CommandPorts,
  { id, origin, language }: { readonly id: string; readonly origin: string; readonly language: Language },
): Promise<Workbook> {
  const { batch } = await loadBatch(ports, id).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'BATCH_NOT_FOUND'
      ? new DomainError('WORKBOOK_NOT_FOUND')
      : error;
  });
  if (ports.clock().getTime() - Date.parse(batch.madeAt) >= WORKBOOK_LIFETIME_MS) {
    throw new DomainError('WORKBOOK_NOT_FOUND');
  }
  const found = await ports.pagesByUid(batch.uids);
  const rows = found.flatMap((record) => (record === undefined ? [] : [record.page]));
  return writeWorkbook({ rows, note: batch.note, madeAt: batch.madeAt, origin, language });
}
