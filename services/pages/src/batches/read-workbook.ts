import { DomainError } from '@volant/infra/errors/domain-error';
import type { Language } from '@volant/proto/text/languages';
import type { CommandPorts } from '../page/commands/page-commands.ts';
import { loadBatch } from './commands.ts';
import { type Workbook, writeWorkbook } from './workbook.ts';

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
