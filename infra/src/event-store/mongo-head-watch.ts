import type { Logger } from '../process/observability/log.ts';

const POLL_MS = 200;
/** Approached step by step while there are no appends. */
const LONGEST_POLL_MS = 1_000;

/**
 * Notifies listeners of new commits: at once for appends of this process, by polling the head for those of others.
 * Polls only while there are listeners, and less often the longer nothing was appended.
 */
export class HeadWatch {
  readonly #head: () => Promise<number>;
  readonly #log: Logger;
  readonly #listeners = new Set<() => void>();
  #announced = 0;
  #pollMs = POLL_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(head: () => Promise<number>, log: Logger) {
    this.#head = head;
    this.#log = log;
  }

  listen(listener: () => void): () => void {
    // The wrapper lets the same function be registered twice.
    const own = () => listener();
    this.#listeners.add(own);
    this.#schedule();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#rest();
    };
  }

  /** All commits up to `position` are known to exist. */
  reached(position: number): void {
    if (position <= this.#announced) return;
    this.#announced = position;
    this.#pollMs = POLL_MS;
    // Run in a separate task, so that a listener's error does not reach the appender.
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
      // Listeners read the store themselves and report the outage.
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
