export interface BatcherOptions<Item, Result> {
  /** Processes these items at once and answers in their order. An error rejects each of them. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum total weight of a batch; a heavier item runs alone. */
  readonly capacity?: number;
  /** Weight of an item; 1 by default. */
  readonly weigh?: (item: Item) => number;
  /** Number of concurrent batches; 1 by default. */
  readonly atOnce?: number;
  /** Awaited before each batch, so that more items can join it. */
  readonly gather?: () => Promise<void>;
}

interface Queued<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches the items that arrive during earlier work, in order of arrival. */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  #running = 0;
  readonly #idle: (() => void)[] = [];
  readonly #queue: Queued<Item, Result>[] = [];

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      if (this.#running < (this.#options.atOnce ?? 1)) void this.#run();
    });
  }

  /** Resolves once no batch is running. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #run(): Promise<void> {
    this.#running += 1;
    const { gather } = this.#options;
    while (this.#queue.length > 0) {
      if (gather !== undefined) await gather();
      const batch = this.#nextBatch();
      // A concurrent run may have taken all items meanwhile.
      if (batch.length > 0) await this.#do(batch);
    }
    this.#running -= 1;
    if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #do(batch: readonly Queued<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #nextBatch(): readonly Queued<Item, Result>[] {
    const { capacity = Number.POSITIVE_INFINITY, weigh = () => 1 } = this.#options;
    let weight = 0;
    let length = 0;
    for (const { item } of this.#queue) {
      weight += weigh(item);
      if (length > 0 && weight > capacity) break;
      length += 1;
    }
    return this.#queue.splice(0, length);
  }
}
