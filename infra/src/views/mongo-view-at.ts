import type { MongoView } from './mongo-view.ts';
import type { RunOfView, StoredDocument, ViewRun } from './mongo-view-run.ts';
import type { FindOptions, ViewDocument, ViewFilter, WritableView } from './view-store.ts';

/** A view for writes at one position. */
export class MongoViewAt<D extends ViewDocument> implements WritableView<D> {
  readonly #view: MongoView<D>;
  readonly #position: number;
  readonly #together: ViewRun;

  constructor(view: MongoView<D>, position: number, together: ViewRun) {
    this.#view = view;
    this.#position = position;
    this.#together = together;
  }

  async get(id: string): Promise<D | undefined> {
    return (await this.getMany([id]))[0];
  }

  async getMany(ids: readonly string[]): Promise<readonly D[]> {
    const run = this.#run();
    if (run === undefined) return this.#view.getMany(ids);
    const unknown = ids.filter((id) => !run.knows(id));
    if (unknown.length > 0) run.read(unknown, await this.#view.getMany(unknown));
    return [...new Set(ids)].flatMap((id) => run.get(id) ?? []);
  }

  async find(filter: ViewFilter, options?: FindOptions): Promise<readonly D[]> {
    await this.#run()?.flush();
    return this.#view.find(filter, options);
  }

  put(document: D): Promise<void> {
    const { content, stored } = this.#view.contentOf(document, this.#position);
    return this.#keep(stored, content);
  }

  /** Leaves a marker of the removal, so that a late writer does not restore the document. */
  remove(id: string): Promise<void> {
    return this.#keep({ _id: id, _position: this.#position, _removed: new Date() });
  }

  #run(): RunOfView<D> | undefined {
    return this.#together.of<D>(this.#view, (documents) => this.#view.replaceAll(documents));
  }

  async #keep(stored: StoredDocument, content?: D): Promise<void> {
    const run = this.#run();
    if (run === undefined) await this.#view.replaceAll([stored]);
    else run.put(stored, content);
  }
}
