import pTimeout from 'p-timeout';

interface Waiter {
  readonly position: number;
  settle(reached: boolean): void;
}

/** Callers that wait until a position is reached. */
export class Waiters {
  readonly #waiters = new Set<Waiter>();

  get size(): number {
    return this.#waiters.size;
  }

  /** Resolves false on timeout, or if waiting has become pointless. */
  async wait(position: number, timeoutMs: number): Promise<boolean> {
    let forget: () => void = () => {};
    const reached = new Promise<boolean>((settle) => {
      const waiter: Waiter = { position, settle };
      this.#waiters.add(waiter);
      forget = () => this.#waiters.delete(waiter);
    });
    try {
      return await pTimeout(reached, { milliseconds: timeoutMs, fallback: () => false });
    } finally {
      forget();
    }
  }

  reach(position: number): void {
    for (const waiter of this.#waiters) if (waiter.position <= position) waiter.settle(true);
  }

  giveUp(): void {
    for (const waiter of this.#waiters) waiter.settle(false);
  }
}
