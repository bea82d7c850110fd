export interface ViewDocument {
  readonly _id: string;
}

/**
 * A MongoDB filter limited to operators that every adapter answers alike: equality, $in, $ne, $gt(e), $lt(e), $exists,
 * $and, $or; and `{ field: { $contains: 'part' } }` for a substring, which is fast for the definition's `texts`.
 */
export type ViewFilter = Readonly<Record<string, unknown>>;

export interface FindOptions {
  /** Field → 1 ascending, -1 descending. Ties are broken by `_id` ascending. */
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
}

export interface Counted<D, Field extends keyof D> {
  readonly values: Pick<D, Field>;
  readonly count: number;
}

/** Read access to a view. */
export interface View<D extends ViewDocument> {
  get(id: string): Promise<D | undefined>;
  getMany(ids: readonly string[]): Promise<readonly D[]>;
  find(filter: ViewFilter, options?: FindOptions): Promise<readonly D[]>;
  /** Like `find`, for callers that need only these fields (and `_id`): others may be missing from the results. */
  findFields<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
    options?: FindOptions,
  ): Promise<readonly Pick<D, Field | '_id'>[]>;
  count(filter: ViewFilter): Promise<number>;
  /** Counts the documents of each existing combination of these fields' values (texts, numbers, booleans). */
  countBy<Field extends keyof D>(filter: ViewFilter, fields: readonly Field[]): Promise<readonly Counted<D, Field>[]>;
}

/** A view for those who write it. */
export interface WritableView<D extends ViewDocument> extends Pick<View<D>, 'get' | 'getMany' | 'find'> {
  /** Inserts or replaces the whole document. */
  put(document: D): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface ViewDefinition {
  readonly name: string;
  /**
   * `shapeOfView` of its documents. Stored documents lack the fields that a later version adds, so if the shape
   * changes, the view and its projection need new names; the view is then rebuilt.
   */
  readonly shape?: string;
  /** Fields looked up by equality or sorted by. A field that holds arrays, in all documents, is looked up by elements. */
  readonly indexes: readonly string[];
  /** Texts that are searched for substrings. */
  readonly texts?: readonly string[];
}

export interface Views {
  view<D extends ViewDocument>(definition: ViewDefinition): View<D>;
}

export interface WritableViews {
  view<D extends ViewDocument>(definition: ViewDefinition): WritableView<D>;
}

/**
 * The views for applying the commit or record at this position. If several processes feed one view in turn, a write
 * does not replace a document written at a later position: the writer was suspended while another process took over.
 */
export type ViewsAt = (position: number) => WritableViews;

/** @param fence fencing token of the feeder's lease; after a higher one, the call saves nothing */
export type SavesCheckpoint = (name: string, position: number, fence?: number) => void;

/** Views are only written at a position, in batches; otherwise they are read-only. */
export interface ViewStore extends Views {
  /**
   * Runs a batch of writes to views. Writes through `at` may be delayed and sent together at its end, also after a
   * failure; reads through `at` see them. A checkpoint is saved at the end, with them or after them. Rejects like
   * `write` does, or if delayed writes fail.
   */
  together<T>(write: (at: ViewsAt, save: SavesCheckpoint) => Promise<T>): Promise<T>;
  /** Position that this view has applied, 0 initially. Its feeder defines the unit: commits or offsets. */
  checkpoint(name: string): Promise<number>;
  /** @param fence fencing token of the feeder's lease; after a higher one, the call saves nothing */
  saveCheckpoint(name: string, position: number, fence?: number): Promise<void>;
  /** Empties the view and deletes its checkpoint. */
  reset(name: string): Promise<void>;
  /** Atomically replaces a view by one that was built under another name; missing if a start makes views anew. */
  takePlace?(from: ViewDefinition, name: string): Promise<void>;
  /** Names of the checkpoints after the beginning. */
  begun(): Promise<readonly string[]>;
  /** If the store holds a copy of a topic, from which lookups are answered before the log answers. */
  readonly copied?: Copied;
  close(): Promise<void>;
}

/** The state of a copy of a topic. */
export interface Copied {
  /** Whether it has held the whole topic, not too long ago; lookups are refused otherwise. */
  isWhole(): boolean;
  /** Empties the copy unless it was made of this log lately. Call it before following the topic. */
  begin(log: string): Promise<void>;
  /** Notes that it holds the whole topic now. */
  hold(): Promise<void>;
}
