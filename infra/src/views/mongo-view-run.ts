import { deepFreeze } from './deep-freeze.ts';
import type { ViewDocument } from './view-store.ts';

/** A document as stored in the database. */
export interface StoredDocument {
  readonly _id: string;
  /** Position of the last write; writes at lower positions have no effect. */
  readonly _position: number;
  /** Time of the removal at that position. */
  readonly _removed?: Date;
}

type Write = (documents: readonly StoredDocument[]) => Promise<void>;

/** Documents read from one view, and batched writes to it. */
export class RunOfView<D extends ViewDocument> {
  readonly #write: Write;
  /** Documents as read or as to be written; undefined: there is no such document. */
  readonly #known = new Map<string, D | undefined>();
  #unwritten = new Map<string, StoredDocument>();
  #failure: { readonly cause: unknown } | undefined;

  constructor(write: Write) {
    this.#write = write;
  }

  knows(id: string): boolean {
    return this.#known.has(id);
  }

  get(id: string): D | undefined {
    return this.#known.get(id);
  }

  /** Adds the documents found for these ids. */
  read(ids: readonly string[], found: readonly D[]): void {
    const documents = new Map(found.map((document) => [document._id, document]));
    for (const id of ids) {
      // A document put during the read is newer.
      if (this.#unwritten.has(id)) continue;
      this.#known.set(id, deepFreeze(documents.get(id)));
    }
  }

  put(stored: StoredDocument, content: D | undefined): void {
    this.#known.set(stored._id, deepFreeze(content));
    this.#unwritten.set(stored._id, stored);
  }

  /** @throws the error of this or an earlier write; the outcome of its documents is unknown */
  async flush(): Promise<void> {
    const documents = [...this.#unwritten.values()];
    this.#unwritten = new Map();
    try {
      if (documents.length > 0) await this.#write(documents);
    } catch (cause) {
      this.#failure ??= { cause };
    }
    if (this.#failure !== undefined) throw this.#failure.cause;
  }
}

/** Batched writes to several views. */
export class ViewRun {
  readonly #views = new Map<object, RunOfView<ViewDocument>>();
  #open = true;

  /** The run of a view; undefined after the end, so that later writes go directly to the view. */
  of<D extends ViewDocument>(view: object, write: Write): RunOfView<D> | undefined {
    if (!this.#open) return undefined;
    const existing = this.#views.get(view) ?? new RunOfView<ViewDocument>(write);
    this.#views.set(view, existing);
    // The run of a view has the type of its documents.
    return existing as unknown as RunOfView<D>;
  }

  /** Writes all batched documents, one batch per view. */
  async end(): Promise<void> {
    this.#open = false;
    for (const view of this.#views.values()) await view.flush();
  }
}
