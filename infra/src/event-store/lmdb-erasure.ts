import type { Database } from 'lmdb';
import type { Environment } from '../lmdb/environment.ts';
import type { LmdbWriter } from '../lmdb/writer.ts';
import { type Commit, type CommitMeta, isMarker, markerOf, type StoredSnapshot } from './event-store.ts';
import { ENTRIES_OF_A_COMMIT, type LmdbCommits } from './lmdb-commits.ts';
import { SLICE_COMMITS, slicesOf } from './stream-slices.ts';

export interface LmdbErasureParts {
  readonly environment: Environment;
  readonly writer: LmdbWriter;
  readonly commits: LmdbCommits;
  /** [stream, fold] → snapshot */
  readonly snapshots: Database<StoredSnapshot, [string, string]>;
  /** Called once the marker is durable. */
  readonly onMarked: () => void;
}

type Place = Pick<Commit, 'position' | 'streamId' | 'version' | 'commandId'>;

/** Commits deleted in one transaction. */
const TOGETHER = 100;
/** The marker commit, the note of an unfinished erasure, the environment's erasure mark, and the snapshots. */
const ENTRIES_OF_A_MARK = ENTRIES_OF_A_COMMIT + 8;

/**
 * Erases streams: writes a marker first, then deletes the commits before it in small transactions, so that other
 * writers are not blocked.
 */
export class LmdbErasure {
  readonly #parts: LmdbErasureParts;
  /** stream → version of the marker before which commits are still being deleted */
  readonly #unfinished: Database<number, string>;

  constructor(parts: LmdbErasureParts) {
    this.#parts = parts;
    this.#unfinished = parts.environment.root.openDB({ name: 'erasing' });
  }

  /** Whether the commit of this version exists and is not being erased. */
  isAlive(streamId: string, version: number): boolean {
    const isErased = version <= (this.#unfinished.get(streamId) ?? 0);
    return !isErased && this.#parts.commits.ofStream(streamId, version) !== undefined;
  }

  /** Resolves once all commits are deleted. A short stream is deleted in the transaction of its marker. */
  async erase(streamId: string, meta: CommitMeta, at: string): Promise<void> {
    const { writer, commits, onMarked } = this.#parts;
    const work = {
      entries: SLICE_COMMITS * ENTRIES_OF_A_COMMIT + ENTRIES_OF_A_MARK,
      bytes: JSON.stringify(meta).length,
    };
    const isMarked = await writer.write<boolean>(work, () => {
      const last = commits.ofStream(streamId, commits.versionOf(streamId));
      if (last === undefined || isMarker(last)) return { result: false };
      const { expectedVersion, ...marker } = markerOf(streamId, last.version, meta, at);
      const version = expectedVersion + 1;
      const { commits: present, isEnd } = commits.sliceOfStream(streamId, 0);
      return {
        result: true,
        apply: () => {
          commits.put({ ...marker, version, position: commits.last() + 1 });
          if (isEnd) this.#removeNow(present);
          else this.#unfinished.putSync(streamId, version);
          this.#removeSnapshots(streamId);
        },
      };
    });
    if (isMarked) onMarked();
    const mark = this.#unfinished.get(streamId);
    // A concurrent call may have written the marker and may still be deleting.
    if (mark !== undefined) await this.#empty(streamId, mark);
  }

  /** Completes erasures that a former process left unfinished. */
  async finish(): Promise<void> {
    for (const { key, value } of [...this.#unfinished.getRange()]) await this.#empty(key, value);
  }

  /** Deletes the oldest commits first, and the note of the unfinished erasure last. */
  async #empty(streamId: string, mark: number): Promise<void> {
    const { commits } = this.#parts;
    let before: Place[] = [];
    for await (const slice of slicesOf(
      { readSlice: async (id, after) => commits.sliceOfStream(id, after) },
      streamId,
    )) {
      for (const { version, position, commandId } of slice) {
        if (version < mark) before.push({ streamId, version, position, commandId });
      }
      if (before.length < TOGETHER) continue;
      await this.#remove(before);
      before = [];
    }
    await this.#remove(before, () => {
      // A reader may have saved snapshots after the marker.
      this.#removeSnapshots(streamId);
      if (this.#unfinished.get(streamId) === mark) this.#unfinished.removeSync(streamId);
    });
  }

  async #remove(places: readonly Place[], end?: () => void): Promise<void> {
    await this.#parts.writer.apply(
      { entries: places.length * ENTRIES_OF_A_COMMIT + ENTRIES_OF_A_MARK, bytes: 0 },
      () => {
        this.#removeNow(places);
        end?.();
      },
    );
  }

  /** Call within a transaction. */
  #removeNow(places: readonly Place[]): void {
    this.#parts.environment.markErased();
    for (const place of places) this.#parts.commits.remove(place);
  }

  #removeSnapshots(streamId: string): void {
    const { snapshots } = this.#parts;
    for (const key of [...snapshots.getKeys({ start: [streamId, ''], end: [streamId, '\uffff'] })]) {
      snapshots.removeSync(key);
    }
  }
}
