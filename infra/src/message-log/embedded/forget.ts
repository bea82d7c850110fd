import type { Logger } from '../../process/log.ts';
import { openLogEnvironment, written } from './environment.ts';
import { decodeRecord } from './record-codec.ts';

/**
 * Takes the records with these keys out of a topic of a log that nobody has open, before their time has come, and no
 * byte of them stays in its file.
 */
export async function forgetRecords(
  { path, topic }: { readonly path: string; readonly topic: string },
  keys: ReadonlySet<string>,
  logger: Logger,
): Promise<void> {
  const { root, room, markErased } = await openLogEnvironment(path, logger);
  try {
    const records = root.openDB<Buffer, number>(`records/${topic}`, { encoding: 'binary' });
    const offsets: number[] = [];
    for (const { key, value } of records.getRange()) {
      if (keys.has(decodeRecord(value, topic, key).key)) offsets.push(key);
    }
    const removed = room.write({ entries: offsets.length + 1, bytes: 0 }, () =>
      root.transaction(() => {
        for (const offset of offsets) records.remove(offset);
        markErased();
      }),
    );
    await written(removed, logger);
  } finally {
    await root.close();
  }
  await (await openLogEnvironment(path, logger)).root.close();
}
