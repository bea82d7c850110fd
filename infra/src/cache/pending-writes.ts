/** A value set or a key deleted that the server has not seen yet. */
export interface PendingWrite {
  readonly key: string;
  /** Undefined if the key was deleted. */
  readonly value: string | undefined;
  readonly writtenAt: number;
  readonly expiresAt: number;
}

/** The last write of each key, in the order of writing; beyond the limit the oldest are dropped. */
export class PendingWrites {
  readonly #limit: number;
  readonly #writes = new Map<string, PendingWrite>();
  #forgotten = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#writes.size;
  }

  add(write: PendingWrite): void {
    this.#writes.delete(write.key);
    this.#writes.set(write.key, write);
    if (this.#writes.size <= this.#limit) return;
    for (const oldest of this.#writes.keys()) {
      this.#writes.delete(oldest);
      this.#forgotten += 1;
      return;
    }
  }

  first(count: number): readonly PendingWrite[] {
    const found: PendingWrite[] = [];
    for (const write of this.#writes.values()) {
      if (found.length === count) break;
      found.push(write);
    }
    return found;
  }

  /** Removes a completed write, unless its key was written again meanwhile. */
  settle(write: PendingWrite): void {
    if (this.#writes.get(write.key) === write) this.#writes.delete(write.key);
  }

  /** Number of writes dropped since the last call. */
  countForgotten(): number {
    const forgotten = this.#forgotten;
    this.#forgotten = 0;
    return forgotten;
  }
}
