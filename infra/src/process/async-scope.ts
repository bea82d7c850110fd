import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A value that is known throughout what is run with it, waiting included, and
 * nowhere else. While anybody is in such a scope every promise of the process
 * costs more (on Node 20 a sixth of what a short request takes), which an
 * AsyncLocalStorage that was used once never ends; so this one is switched off
 * whenever nobody is in it. Do not count on it for what goes on after the end of its run.
 */
export class AsyncScope<T> {
  readonly #storage = new AsyncLocalStorage<T>();
  #running = 0;

  async run<Result>(value: T, work: () => Result | Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await this.#storage.run(value, work);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#storage.disable();
    }
  }

  /** Undefined outside of every run. */
  get(): T | undefined {
    return this.#storage.getStore();
  }
}
