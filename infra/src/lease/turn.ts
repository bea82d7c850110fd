import type { Lease, Leases } from './lease.ts';

/**
 * One process's share of work that processes do in turns. Without leases there is only this process, and it always has
 * the turn.
 */
export class Turn {
  readonly #leases: Leases | undefined;
  readonly #name: string;
  readonly #askEveryMs: number;
  #lease: Lease | undefined;
  #askAgainAt = 0;

  /** @param askEveryMs how often a process without the turn asks for it */
  constructor(leases: Leases | undefined, name: string, askEveryMs: number) {
    this.#leases = leases;
    this.#name = name;
    this.#askEveryMs = askEveryMs;
  }

  /** Fencing token of the turn, higher than that of all turns before; undefined without leases. */
  get fence(): number | undefined {
    return this.#lease?.fence;
  }

  /** Whether this process has the turn now. */
  isOurs(): boolean {
    return this.#leases === undefined || this.#lease?.held() === true;
  }

  /**
   * Takes the turn if it is free. Frequent calls are throttled.
   * @param begin reads the progress of the former turn; if it fails, the turn is released
   */
  async take(begin?: () => Promise<void>): Promise<boolean> {
    if (this.#leases === undefined || this.#lease?.held() === true) return true;
    this.#lease = undefined;
    if (performance.now() < this.#askAgainAt) return false;
    this.#askAgainAt = performance.now() + this.#askEveryMs;
    const lease = await this.#leases.acquire(this.#name);
    if (lease === undefined) return false;
    try {
      await begin?.();
    } catch (error) {
      this.#askAgainAt = 0;
      await lease.release();
      throw error;
    }
    this.#lease = lease;
    return lease.held();
  }

  async end(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    this.#askAgainAt = 0;
    await lease?.release();
  }
}
