/** Lets writes pass, except for moments in which several stores are read as they are at one point in time. */
export class WriteGate {
  #held: Promise<void> | undefined;
  #running = 0;
  #onIdle = () => {};

  /** Runs a write, after a hold if there is one. */
  async pass<T>(write: () => Promise<T>): Promise<T> {
    while (this.#held !== undefined) await this.#held;
    this.#running += 1;
    try {
      return await write();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle();
    }
  }

  /** Runs `work` while no write runs; writes that come meanwhile wait. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    while (this.#held !== undefined) await this.#held;
    let release = () => {};
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    try {
      if (this.#running > 0) {
        await new Promise<void>((idle) => {
          this.#onIdle = idle;
        });
      }
      return await work();
    } finally {
      this.#onIdle = () => {};
      this.#held = undefined;
      release();
    }
  }
}
