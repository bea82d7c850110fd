import { download } from '../../../api/client.ts';
import { saveFile } from '../../../browser/save-file.ts';

/** Saves the workbook of a series under the server's name for it, which holds the time it was made at. */
export async function saveWorkbook(id: string): Promise<void> {
  const { name, bytes } = await download(`/api/admin/exports/${encodeURIComponent(id)}.xlsx`);
  saveFile(name, bytes);
}
