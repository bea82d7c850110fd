import type { Lease, Leases } from './lease.ts';

/** How often whoever has not the turn asks for it. */
const ASK_EVERY_MS = 1_000;

/** One process's part in doing something by turns. Without leases there is nobody else, and it is always its turn. */
export class Turn {
  readonly #leases: Leases | undefined;
  readonly #name: string;
  readonly #askEveryMs: number;
  #lease: Lease | undefined;
  #askAgainAt = 0;

  constructor(leases: Leases | undefined, name: string, askEveryMs = ASK_EVERY_MS) {
    this.#leases = leases;
    this.#name = name;
    this.#askEveryMs = askEveryMs;
  }

  /** Number of the turn, higher than that of all before; undefined where nobody counts. */
  get fence(): number | undefined {
    return this.#lease?.fence;
  }

  /** Whether it is this process's turn at this very moment. */
  isOurs(): boolean {
    return this.#leases === undefined || this.#lease?.held() === true;
  }

  /**
   * Takes the turn if it is free; asks for it once in a while at most, however often it is called.
   * @param begin finds out where the one before has come to; if that fails, it is nobody's turn
   */
  async take(begin: () => Promise<void>): Promise<boolean> {
    if (this.#leases === undefined || this.#lease?.held() === true) return true;
    this.#lease = undefined;
    if (performance.now() < this.#askAgainAt) return false;
    this.#askAgainAt = performance.now() + this.#askEveryMs;
    const lease = await this.#leases.acquire(this.#name);
    if (lease === undefined) return false;
    try {
      await begin();
    } catch (error) {
      this.#askAgainAt = 0;
      await lease.release();
      throw error;
    }
    this.#lease = lease;
    return lease.held();
  }

  /** Takes the turn from whoever has it. */
  async seize(): Promise<void> {
    if (!this.isOurs()) this.#lease = await this.#leases?.seize(this.#name);
  }

  /** Lets the others have it. */
  async end(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    this.#askAgainAt = 0;
    await lease?.release();
  }
}
