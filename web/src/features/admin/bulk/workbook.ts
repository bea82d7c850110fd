import { download } from '../../../api/client.ts';
import { saveFile } from '../../../browser/save-file.ts';

/** Saves the workbook of a series under the server's file name, which contains the creation time. */
export async function saveWorkbook(id: string): Promise<void> {
  const { name, bytes } = await download(`/api/admin/exports/${encodeURIComponent(id)}.xlsx`);
  saveFile(name, bytes);
}
