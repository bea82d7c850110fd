import type { Database } from 'lmdb';
import type { LmdbWriter } from '../lmdb/writer.ts';
import type { Logger } from '../process/observability/log.ts';
import type { Snapshots, StoredSnapshot } from './event-store.ts';
import type { LmdbErasure } from './lmdb-erasure.ts';
import { isKey } from './store-key.ts';

export function createLmdbSnapshots(
  table: Database<StoredSnapshot, [string, string]>,
  writer: LmdbWriter,
  erasure: LmdbErasure,
  log: Logger | undefined,
): Snapshots {
  return {
    load: async (fold, streamId) => (isKey(streamId) ? table.get([streamId, fold]) : undefined),

    async save(fold, streamId, snapshot) {
      if (!isKey(streamId)) return;
      const { version, shape } = snapshot;
      try {
        await writer.write({ entries: 1, bytes: Buffer.byteLength(JSON.stringify(snapshot)) }, () => {
          const kept = table.get([streamId, fold]);
          const isNewer = kept === undefined || kept.shape !== shape || kept.version < version;
          if (!isNewer || !erasure.isAlive(streamId, version)) return { result: undefined };
          return { result: undefined, apply: () => void table.putSync([streamId, fold], snapshot) };
        });
      } catch (error) {
        log?.warn({ err: error, streamId, fold }, 'a snapshot cannot be kept');
      }
    },
  };
}
