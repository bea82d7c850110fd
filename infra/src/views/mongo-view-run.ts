import { deepFreeze } from './deep-freeze.ts';
import type { ViewDocument } from './view-store.ts';

/** A document as it lies in the database. */
export interface Kept {
  readonly _id: string;
  /** Position it was written at; lower ones change nothing. */
  readonly _position: number;
  /** Removed at that position, at this moment. */
  readonly _removed?: Date;
}

type Write = (documents: readonly Kept[]) => Promise<void>;

/** What was read of one view and what is to be written to it, while writes are made together. */
export class RunOfView<D extends ViewDocument> {
  readonly #write: Write;
  /** As they were read, or are to be; undefined: there is none. */
  readonly #known = new Map<string, D | undefined>();
  #unwritten = new Map<string, Kept>();
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

  /** The documents that were found under these ids. */
  read(ids: readonly string[], found: readonly D[]): void {
    const documents = new Map(found.map((document) => [document._id, document]));
    for (const id of ids) {
      // What was put there while it was being read is newer.
      if (this.#unwritten.has(id)) continue;
      this.#known.set(id, deepFreeze(documents.get(id)));
    }
  }

  put(kept: Kept, content: D | undefined): void {
    this.#known.set(kept._id, deepFreeze(content));
    this.#unwritten.set(kept._id, kept);
  }

  /** @throws what the writing of this or an earlier flush threw: nothing is known of what was to be written then */
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

/** Writes to several views that are made together. */
export class ViewRun {
  readonly #views = new Map<object, RunOfView<ViewDocument>>();
  #open = true;

  /** The run of a view; undefined once this one is over: what goes on after its end writes by itself. */
  of<D extends ViewDocument>(view: object, write: Write): RunOfView<D> | undefined {
    if (!this.#open) return undefined;
    const existing = this.#views.get(view) ?? new RunOfView<ViewDocument>(write);
    this.#views.set(view, existing);
    // A view's run holds the view's own documents.
    return existing as unknown as RunOfView<D>;
  }

  /** Writes what was kept back, each view's in one go. */
  async end(): Promise<void> {
    this.#open = false;
    for (const view of this.#views.values()) await view.flush();
  }
}
