/** Readers that wait for more records in a topic. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves with the next `wake`, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      signal.addEventListener('abort', wake);
      this.#waiting.add(wake);
    });
  }

  wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
