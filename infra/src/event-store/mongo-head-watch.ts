import type { Logger } from '../process/log.ts';

const POLL_MS = 200;
/** Reached step by step while nobody appends. */
const LONGEST_POLL_MS = 1_000;

/**
 * Tells listeners of new commits: of this process's own at once, of others' by looking at the head while anybody
 * listens, the less often the longer nothing has come.
 */
export class HeadWatch {
  readonly #head: () => Promise<number>;
  readonly #log: Logger;
  readonly #listeners = new Set<() => void>();
  #told = 0;
  #pollMs = POLL_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(head: () => Promise<number>, log: Logger) {
    this.#head = head;
    this.#log = log;
  }

  listen(listener: () => void): () => void {
    // A wrapper of its own, so that the same function given twice is two listeners.
    const own = () => listener();
    this.#listeners.add(own);
    this.#schedule();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#rest();
    };
  }

  /** Everything up to `position` is known to be there. */
  reached(position: number): void {
    if (position <= this.#told) return;
    this.#told = position;
    this.#pollMs = POLL_MS;
    // In a task of its own, so that a listener's error is the listener's and not the appender's.
    for (const listener of this.#listeners) queueMicrotask(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.#rest();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#look(), this.#pollMs).unref();
  }

  async #look(): Promise<void> {
    this.#pollMs = Math.min(this.#pollMs * 1.2, LONGEST_POLL_MS);
    try {
      this.reached(await this.#head());
    } catch (error) {
      // Whoever listens reads by itself, and tells of the outage then.
      this.#log.debug({ err: error }, 'the head of the event store cannot be read');
    }
    this.#timer = undefined;
    if (this.#listeners.size > 0) this.#schedule();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
