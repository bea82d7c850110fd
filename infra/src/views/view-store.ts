/** A document of a view. `_id` is its key. */
export interface ViewDocument {
  readonly _id: string;
}

/**
 * A MongoDB filter limited to what every adapter answers alike: equality, $in, $ne, $gt(e), $lt(e), $exists, $and,
 * $or; and `{ field: { $contains: 'part' } }` for a text with this part in it, quick for the definition's `texts`.
 */
export type ViewFilter = Readonly<Record<string, unknown>>;

export interface FindOptions {
  /** Field → 1 ascending, -1 descending. Ties are broken by `_id` ascending. */
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
}

/** How many documents have these values. */
export interface Counted<D, Field extends keyof D> {
  readonly values: Pick<D, Field>;
  readonly count: number;
}

/** A view for whoever reads it. */
export interface View<D extends ViewDocument> {
  get(id: string): Promise<D | undefined>;
  getMany(ids: readonly string[]): Promise<readonly D[]>;
  find(filter: ViewFilter, options?: FindOptions): Promise<readonly D[]>;
  /** As `find`, for whoever reads but these fields (and `_id`): what else a document holds may be left out. */
  findFields<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
    options?: FindOptions,
  ): Promise<readonly Pick<D, Field | '_id'>[]>;
  count(filter: ViewFilter): Promise<number>;
  /** How many there are of each combination of these fields' values (texts, numbers, booleans) that is there at all. */
  countBy<Field extends keyof D>(filter: ViewFilter, fields: readonly Field[]): Promise<readonly Counted<D, Field>[]>;
}

/** A view for whoever keeps it. */
export interface WritableView<D extends ViewDocument> extends View<D> {
  /** Inserts or replaces the whole document. */
  put(document: D): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface ViewDefinition {
  readonly name: string;
  /** Fields looked up by equality or sorted by; an array field is indexed by its elements. */
  readonly indexes: readonly string[];
  /** Texts that are searched for a part of them, however many documents there are. */
  readonly texts?: readonly string[];
}

export interface Views {
  view<D extends ViewDocument>(definition: ViewDefinition): View<D>;
}

export interface WritableViews extends Views {
  view<D extends ViewDocument>(definition: ViewDefinition): WritableView<D>;
}

/**
 * The views as whoever applies the commit or record at this position writes them. Where several processes feed one
 * view in turn, a write at a position leaves a document alone that a later position has written already: it comes from
 * a process that was asleep while another took over.
 */
export type ViewsAt = (position: number) => WritableViews;

/** Views are written at a position alone; without one they are there to be read. */
export interface ViewStore extends Views {
  readonly at: ViewsAt;
  /**
   * Runs what writes to views many times. The writes it makes by `at` may be kept back and sent together at its end,
   * an earlier failure included; what it reads by `at` in between shows them. Rejects as `write` does, or where what
   * was kept back cannot be written.
   */
  together<T>(write: (at: ViewsAt) => Promise<T>): Promise<T>;
  /** Position this view has applied, 0 if none. What it counts is its feeder's: commits or offsets. */
  checkpoint(name: string): Promise<number>;
  /** @param fence number of the lease the feeder holds; where a higher one has been here, nothing is saved */
  saveCheckpoint(name: string, position: number, fence?: number): Promise<void>;
  /** Empties the view and forgets its checkpoint; a feeder with a lower fence can't bring it back. */
  reset(name: string, fence?: number): Promise<void>;
  /** Puts a view that was built under another name in this one's place, at once; where views live in memory, nobody can. */
  takePlace?(from: ViewDefinition, name: string): Promise<void>;
  /** Names of the checkpoints that are not at the beginning. */
  begun(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** As an adapter is: it can write without a position, which its own tests do. Nobody is given it as that. */
export interface WritableViewStore extends ViewStore {
  view<D extends ViewDocument>(definition: ViewDefinition): WritableView<D>;
}
