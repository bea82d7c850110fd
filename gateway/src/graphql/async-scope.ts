import { AsyncLocalStorage } from 'node:async_hooks';

interface Run<T> {
  readonly value: T;
  over: boolean;
}

/**
 * A value that is known throughout what is run with it, waiting included, and
 * nowhere else: what goes on after the end of its run knows none. On Node 20 an
 * AsyncLocalStorage that was used once makes every promise of the process cost
 * more, a seventh of what a short request takes; so this one is switched off
 * whenever nobody is in it.
 */
export class AsyncScope<T> {
  readonly #runs = new AsyncLocalStorage<Run<T>>();
  #running = 0;

  async run<Result>(value: T, work: () => Result | Promise<Result>): Promise<Result> {
    const run = { value, over: false };
    this.#running += 1;
    try {
      return await this.#runs.run(run, work);
    } finally {
      run.over = true;
      this.#running -= 1;
      if (this.#running === 0) this.#runs.disable();
    }
  }

  /** Undefined outside of every run. */
  get(): T | undefined {
    const run = this.#runs.getStore();
    return run?.over === false ? run.value : undefined;
  }
}
