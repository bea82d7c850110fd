import type { Database, RootDatabase } from 'lmdb';
import type { Commit, Slice } from './event-store.ts';
import { SLICE_BYTES, SLICE_COMMITS } from './stream-slices.ts';

/** The commit, its stream version and its command id. */
export const ENTRIES_OF_A_COMMIT = 3;

/** The commits of a store, and their positions by stream and by command. Writes run in the caller's transaction. */
export class LmdbCommits {
  /** The key is the position. */
  readonly #commits: Database<Omit<Commit, 'position'>, number>;
  /** [stream, version] → position */
  readonly #streams: Database<number, [string, number]>;
  /** command id → position */
  readonly #commands: Database<number, string>;

  constructor(root: RootDatabase) {
    this.#commits = root.openDB({ name: 'commits' });
    this.#streams = root.openDB({ name: 'streams' });
    this.#commands = root.openDB({ name: 'commands' });
  }

  put(...commits: readonly Commit[]): void {
    for (const { position, ...stored } of commits) {
      this.#commits.putSync(position, stored);
      this.#streams.putSync([stored.streamId, stored.version], position);
      this.#commands.putSync(stored.commandId, position);
    }
  }

  remove({ position, streamId, version, commandId }: Omit<Commit, 'events' | 'meta' | 'at'>): void {
    this.#commits.removeSync(position);
    this.#commands.removeSync(commandId);
    this.#streams.removeSync([streamId, version]);
  }

  count(): number {
    return this.#commits.getKeysCount();
  }

  /** Position of the last commit; 0 if there is none. */
  last(): number {
    for (const position of this.#commits.getKeys({ reverse: true, limit: 1 })) return position;
    return 0;
  }

  ofCommand(commandId: string): Commit | undefined {
    return this.#read(this.#commands.get(commandId));
  }

  ofStream(streamId: string, version: number): Commit | undefined {
    return this.#read(this.#streams.get([streamId, version]));
  }

  /** Version of a stream; 0 if it does not exist. */
  versionOf(streamId: string): number {
    const keys = this.#streams.getKeys({
      start: [streamId, Number.MAX_SAFE_INTEGER],
      end: [streamId, 0],
      reverse: true,
      limit: 1,
    });
    for (const [, version] of keys) return version;
    return 0;
  }

  sliceOfStream(streamId: string, after: number): Slice {
    const entries = this.#streams.getRange({ start: [streamId, after + 1], end: [streamId, Number.MAX_SAFE_INTEGER] });
    return this.#sliceOf(entries.map(({ value }) => value));
  }

  sliceOfAll(after: number, most: number): Slice {
    return this.#sliceOf(this.#commits.getKeys({ start: after + 1 }), most);
  }

  /** The first commits at these positions, limited to the work of one turn of the event loop. */
  #sliceOf(positions: Iterable<number>, most = SLICE_COMMITS): Slice {
    const commits: Commit[] = [];
    let bytes = 0;
    for (const position of positions) {
      if (commits.length >= Math.min(most, SLICE_COMMITS) || bytes >= SLICE_BYTES) return { commits, isEnd: false };
      bytes += this.#commits.getBinaryFast(position)?.length ?? 0;
      commits.push(this.#read(position) as Commit);
    }
    return { commits, isEnd: true };
  }

  #read(position: number | undefined): Commit | undefined {
    if (position === undefined) return undefined;
    const stored = this.#commits.get(position);
    if (stored === undefined) throw new Error(`the event store has lost commit ${position}`);
    return { position, ...stored };
  }
}
