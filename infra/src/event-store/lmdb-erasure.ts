import type { Database } from 'lmdb';
import type { Environment } from '../lmdb/environment.ts';
import { type Commit, type CommitMeta, type Slice, STREAM_ERASED, type StoredSnapshot } from './event-store.ts';
import { ENTRIES_OF_A_COMMIT, type StoredCommit } from './lmdb-contents.ts';
import type { LmdbWriter } from './lmdb-writer.ts';
import { SLICE_COMMITS, slicesOf } from './stream-slices.ts';

export interface LmdbErasureParts {
  readonly environment: Environment;
  readonly writer: LmdbWriter;
  readonly commits: Database<StoredCommit, number>;
  /** [stream, version] → position */
  readonly streams: Database<number, [string, number]>;
  /** command id → position */
  readonly commands: Database<number, string>;
  /** [stream, fold] → snapshot */
  readonly snapshots: Database<StoredSnapshot, [string, string]>;
  readonly versionOf: (streamId: string) => number;
  readonly sliceOf: (streamId: string, after: number) => Slice;
  /** Writes a commit at the next position. */
  readonly put: (commit: StoredCommit) => void;
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
    return version > (this.#unfinished.get(streamId) ?? 0) && this.#parts.streams.doesExist([streamId, version]);
  }

  /** Resolves once all commits are deleted. A short stream is deleted in the transaction of its marker. */
  async erase(streamId: string, meta: CommitMeta, at: string): Promise<void> {
    const { writer, versionOf, sliceOf, put, onMarked } = this.#parts;
    const work = {
      entries: SLICE_COMMITS * ENTRIES_OF_A_COMMIT + ENTRIES_OF_A_MARK,
      bytes: JSON.stringify(meta).length,
    };
    const isMarked = await writer.write<boolean>(work, () => {
      const last = versionOf(streamId);
      if (last === 0 || this.#isMark(streamId, last)) return { result: false };
      const version = last + 1;
      const commandId = `erase:${streamId}:${version}`;
      const events = [{ id: commandId, type: STREAM_ERASED, schema: 1, data: {} }];
      const { commits, isEnd } = sliceOf(streamId, 0);
      return {
        result: true,
        apply: () => {
          put({ streamId, version, commandId, events, meta: { ...meta }, at });
          if (isEnd) this.#removeNow(commits);
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
    const { sliceOf } = this.#parts;
    let before: Place[] = [];
    for await (const slice of slicesOf({ readSlice: async (id, after) => sliceOf(id, after) }, streamId)) {
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
    const work = { entries: places.length * ENTRIES_OF_A_COMMIT + ENTRIES_OF_A_MARK, bytes: 0 };
    const apply = () => {
      this.#removeNow(places);
      end?.();
    };
    await this.#parts.writer.write(work, () => ({ result: undefined, apply }));
  }

  /** Call within a transaction. */
  #removeNow(places: readonly Place[]): void {
    const { environment, commits, streams, commands } = this.#parts;
    environment.markErased();
    for (const { position, streamId, version, commandId } of places) {
      commits.removeSync(position);
      commands.removeSync(commandId);
      streams.removeSync([streamId, version]);
    }
  }

  #isMark(streamId: string, version: number): boolean {
    const position = this.#parts.streams.get([streamId, version]);
    const commit = position === undefined ? undefined : this.#parts.commits.get(position);
    return commit?.events.at(-1)?.type === STREAM_ERASED;
  }

  #removeSnapshots(streamId: string): void {
    const { snapshots } = this.#parts;
    for (const key of [...snapshots.getKeys({ start: [streamId, ''], end: [streamId, '\uffff'] })]) {
      snapshots.removeSync(key);
    }
  }
}
