import { type Connection, type Model, Schema } from 'mongoose';
import type { SeesToIndexes } from '../mongo/indexes.ts';
import { collectionOf, isDuplicateKey, orUnavailable, refusedAsDuplicates } from '../mongo/outage.ts';
import { gramsField, gramsOfTexts, mongoFilter } from './mongo-texts.ts';
import type { StoredDocument } from './mongo-view-run.ts';
import type { Counted, FindOptions, View, ViewDefinition, ViewDocument, ViewFilter } from './view-store.ts';

const HIDDEN = { _position: 0, _grams: 0 } as const;
const NOT_REMOVED = { _removed: { $exists: false } } as const;
/** How long removals are remembered: far longer than a process can be suspended and still write. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;
const FORGET_EVERY = 1_000;

/** A view in a collection of its own. */
export class MongoView<D extends ViewDocument> implements View<D> {
  readonly #model: Model<StoredDocument>;
  readonly #seeToIndexes: SeesToIndexes;
  readonly #texts: readonly string[];
  #prepared: Promise<void> | undefined;
  #removals = 0;

  constructor(model: Model<StoredDocument>, seeToIndexes: SeesToIndexes, texts: readonly string[] = []) {
    this.#model = model;
    this.#seeToIndexes = seeToIndexes;
    this.#texts = texts;
  }

  async get(id: string): Promise<D | undefined> {
    return (await this.getMany([id]))[0];
  }

  find(filter: ViewFilter, options: FindOptions = {}): Promise<readonly D[]> {
    return this.#find(filter, HIDDEN, options);
  }

  findFields<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
    options: FindOptions = {},
  ): Promise<readonly Pick<D, Field | '_id'>[]> {
    return this.#find(filter, Object.fromEntries(fields.map((field) => [field, 1])), options);
  }

  /** Filters by id only, so that every server uses the index of ids for any number of them. */
  async getMany(ids: readonly string[]): Promise<readonly D[]> {
    const found = await orUnavailable(
      this.#model.find({ _id: { $in: [...new Set(ids)] } }, HIDDEN).lean<(D & Pick<StoredDocument, '_removed'>)[]>(),
    );
    return found.filter(({ _removed }) => _removed === undefined);
  }

  async #find(
    filter: ViewFilter,
    projection: Readonly<Record<string, number>>,
    { sort = {}, skip = 0, limit }: FindOptions,
  ): Promise<readonly D[]> {
    // MongoDB treats a limit of 0 as no limit.
    if (limit === 0) return [];
    const order = Object.keys(sort).length === 0 || '_id' in sort ? sort : { ...sort, _id: 1 as const };
    const query = this.#model.find(this.#visible(filter), projection).sort({ ...order });
    if (skip > 0) query.skip(skip);
    if (limit !== undefined) query.limit(limit);
    return orUnavailable(query.lean<D[]>());
  }

  count(filter: ViewFilter): Promise<number> {
    return orUnavailable(this.#model.countDocuments(this.#visible(filter)));
  }

  async countBy<Field extends keyof D>(
    filter: ViewFilter,
    fields: readonly Field[],
  ): Promise<readonly Counted<D, Field>[]> {
    const found = await orUnavailable(
      this.#model.aggregate<{ readonly _id: Pick<D, Field>; readonly count: number }>([
        { $match: this.#visible(filter) },
        {
          $group: { _id: Object.fromEntries(fields.map((field) => [field, `$${String(field)}`])), count: { $sum: 1 } },
        },
      ]),
    );
    return found.map(({ _id: values, count }) => ({ values, count }));
  }

  /** A document as it is read, and as it is stored. */
  contentOf(document: D, position: number): { readonly content: D; readonly stored: StoredDocument } {
    const content = JSON.parse(JSON.stringify(document)) as D;
    return { content, stored: { ...content, ...gramsOfTexts(content, this.#texts), _position: position } };
  }

  async clear(): Promise<void> {
    await orUnavailable(this.#model.deleteMany({}));
  }

  #visible(filter: ViewFilter): Readonly<Record<string, unknown>> {
    if (Object.keys(filter).length === 0) return NOT_REMOVED;
    return { $and: [mongoFilter(filter, this.#texts), NOT_REMOVED] };
  }

  async #forgetRemoved(): Promise<void> {
    await orUnavailable(this.#model.deleteMany({ _removed: { $lt: new Date(Date.now() - REMEMBERED_MS) } }));
  }

  /** Replaces each document unless it was written at a later position. */
  async replaceAll(documents: readonly StoredDocument[]): Promise<void> {
    await this.prepare();
    const taken = await refusedAsDuplicates(documents, (all) =>
      collectionOf(this.#model).bulkWrite(
        all.map((document) => {
          const { _id, _position } = document;
          return {
            replaceOne: { filter: { _id, _position: { $lte: _position } }, replacement: document, upsert: true },
          };
        }),
        { ordered: false },
      ),
    );
    for (const index of taken) await this.#replace(documents[index] as StoredDocument);
    await this.#countRemovals(documents.filter(({ _removed }) => _removed !== undefined).length);
  }

  async #countRemovals(more: number): Promise<void> {
    this.#removals += more;
    if (this.#removals < FORGET_EVERY) return;
    this.#removals = 0;
    await this.#forgetRemoved();
  }

  /** Replaces a document that another process may be writing concurrently. */
  async #replace(document: StoredDocument): Promise<void> {
    const { _id, _position } = document;
    for (;;) {
      const present = await orUnavailable(this.#model.findById(_id, { _position: 1 }).lean<StoredDocument>());
      // It was written either at a later position or just now by another process.
      if (present !== null && present._position > _position) return;
      try {
        await orUnavailable(
          this.#model.replaceOne({ _id, _position: { $lte: _position } }, document, { upsert: true }),
        );
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** Creates or awaits its indexes, once. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#seeToIndexes([this.#model])
      .then(() => this.#forgetRemoved())
      .catch((error: unknown) => {
        this.#prepared = undefined;
        throw error;
      });
    return this.#prepared;
  }
}

export function viewModel(
  connection: Connection,
  { name, indexes, texts = [] }: ViewDefinition,
): Model<StoredDocument> {
  const model = `View ${name}`;
  return (
    connection.models[model] ?? connection.model<StoredDocument>(model, viewSchema(`view.${name}`, indexes, texts))
  );
}

function viewSchema(collection: string, indexes: readonly string[], texts: readonly string[]): Schema {
  const schema = new Schema(
    { _id: { type: String, required: true }, _position: Number, _removed: Date },
    { strict: false, versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false, collection },
  );
  for (const field of new Set(indexes)) {
    // Sorted like lists: newest first, ties by id.
    schema.index({ [field]: -1, _id: 1 }, { name: `by ${field}` });
  }
  for (const text of texts) schema.index({ [gramsField(text)]: 1 }, { name: `parts of ${text}` });
  schema.index({ _removed: 1 }, { sparse: true, name: 'removed' });
  return schema;
}
