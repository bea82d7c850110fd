import { DomainError, type Language } from '@volant/infra/errors/domain-error';
import { seriesCodec, seriesStream } from '../series/series.ts';
import { type Workbook, writeWorkbook } from '../series/workbook.ts';
import type { CommandPorts } from './page-commands.ts';

/** Ids of unclaimed pages are worth a card each: the list of them cannot be had for ever. */
export const WORKBOOK_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The workbook of a series of pages, as they are now; pages deleted since are not in it.
 * @param origin scheme and host of the links
 * @throws DomainError WORKBOOK_NOT_FOUND
 */
export async function readWorkbook(
  ports: CommandPorts,
  { id, origin, language }: { readonly id: string; readonly origin: string; readonly language: Language },
): Promise<Workbook> {
  const commits = await ports.eventStore.readStream(seriesStream(id));
  const [stored] = commits.at(-1)?.events ?? [];
  const series = stored && seriesCodec.read(stored)?.data;
  if (series === undefined || ports.clock().getTime() - Date.parse(series.madeAt) >= WORKBOOK_KEPT_MS) {
    throw new DomainError('WORKBOOK_NOT_FOUND');
  }
  const found = await ports.pagesByUid(series.uids);
  const rows = found.flatMap((record) => (record === undefined ? [] : [record.page]));
  return writeWorkbook({ rows, note: series.note, madeAt: series.madeAt, origin, language });
}
