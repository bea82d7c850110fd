export interface BatcherOptions<Item, Result> {
  /** Processes these items at once and answers in their order. An error rejects each of them. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum total weight of a batch; a heavier item runs alone. */
  readonly capacity?: number;
  /** Weight of an item; 1 by default. */
  readonly weigh?: (item: Item) => number;
  /** Awaited before each batch, so that more items can join it; by default the rest of the event loop turn. */
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
  readonly #queue: Queued<Item, Result>[] = [];
  #running: Promise<void> | undefined;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves once no batch is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { gather = () => Promise.resolve() } = this.#options;
    while (this.#queue.length > 0) {
      await gather();
      await this.#do(this.#nextBatch());
    }
    this.#running = undefined;
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
