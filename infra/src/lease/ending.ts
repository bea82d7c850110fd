/** A one-time end event; also notifies listeners that register after the end. */
export class Ending {
  readonly #listeners = new Set<() => void>();
  #over = false;

  get over(): boolean {
    return this.#over;
  }

  onEnd(listener: () => void): () => void {
    if (this.#over) {
      queueMicrotask(listener);
      return () => undefined;
    }
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  come(): void {
    if (this.#over) return;
    this.#over = true;
    for (const listener of this.#listeners) queueMicrotask(listener);
    this.#listeners.clear();
  }
}
