import { type Model, Schema } from 'mongoose';
import type { MongoConnection } from '../mongo/connection.ts';
import { type IndexedModel, makeIndexes, type SeesToIndexes } from '../mongo/indexes.ts';
import { isDuplicateKey, orUnavailable } from '../mongo/outage.ts';
import type { Logger } from '../process/observability/log.ts';
import { MongoView, viewModel } from './mongo-view.ts';
import { MongoViewAt } from './mongo-view-at.ts';
import { ViewRun } from './mongo-view-run.ts';
import type { ViewDefinition, ViewDocument, ViewStore, WritableViews } from './view-store.ts';

export interface MongoViewStoreOptions {
  /** Used by a single service; the caller closes it. */
  readonly connection: MongoConnection;
  readonly log: Logger;
  /** Called before the first write to a view; by default creates the missing indexes. */
  readonly seeToIndexes?: SeesToIndexes;
}

interface CheckpointDocument {
  readonly _id: string;
  readonly position: number;
  /** Fencing token of the lease it was written under; writes with a lower one have no effect. */
  readonly fence: number;
}

const checkpointSchema = new Schema(
  { _id: { type: String, required: true }, position: Number, fence: Number },
  { versionKey: false, autoIndex: false, autoCreate: false, id: false, collection: 'view-checkpoints' },
);

export function viewModels(
  { mongoose }: MongoConnection,
  definitions: readonly ViewDefinition[],
): readonly IndexedModel[] {
  return definitions.map((definition) => viewModel(mongoose, definition));
}

/** The views of a service that runs in any number of processes. */
export async function openMongoViewStore({
  connection,
  log,
  seeToIndexes = async (models) => void (await makeIndexes(models)),
}: MongoViewStoreOptions): Promise<ViewStore> {
  const database = connection.mongoose;
  const checkpoints: Model<CheckpointDocument> = database.model<CheckpointDocument>(
    'View checkpoint',
    checkpointSchema,
  );
  const views = new Map<string, { readonly indexes: string; readonly view: MongoView<ViewDocument> }>();

  async function note(name: string, position: number, fence?: number): Promise<void> {
    if (fence === undefined) {
      await orUnavailable(checkpoints.updateOne({ _id: name }, { $set: { position } }, { upsert: true }));
      return;
    }
    try {
      const held = { _id: name, $or: [{ fence: { $lte: fence } }, { fence: { $exists: false } }] };
      await orUnavailable(checkpoints.updateOne(held, { $set: { position, fence } }, { upsert: true }));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      log.info({ view: name, position, fence }, 'a checkpoint came too late and was left out');
    }
  }

  function viewOf<D extends ViewDocument>(definition: ViewDefinition): MongoView<D> {
    const { name } = definition;
    const indexes = [...new Set(definition.indexes)].sort().join(' ');
    const existing = views.get(name) ?? {
      indexes,
      view: new MongoView<ViewDocument>(viewModel(database, definition), seeToIndexes, definition.texts),
    };
    if (existing.indexes !== indexes) throw new Error(`view ${name} is defined twice, with other indexes`);
    views.set(name, existing);
    // The owner of a view's definition knows the type of its documents.
    return existing.view as unknown as MongoView<D>;
  }

  const viewsAt = (position: number, run: ViewRun): WritableViews => ({
    view: (definition) => new MongoViewAt(viewOf(definition), position, run),
  });

  return {
    view: viewOf,
    async together(write) {
      const run = new ViewRun();
      const reached: Parameters<typeof note>[] = [];
      try {
        return await write(
          (position) => viewsAt(position, run),
          (name, position, fence) => void reached.push([name, position, fence]),
        );
      } finally {
        await run.end();
        for (const checkpoint of reached) await note(...checkpoint);
      }
    },
    checkpoint: async (name) =>
      (await orUnavailable(checkpoints.findById(name).lean<CheckpointDocument>()))?.position ?? 0,
    saveCheckpoint: note,
    async reset(name) {
      // Reset the checkpoint first: after a crash in between, the feeder reads everything again.
      await note(name, 0);
      await views.get(name)?.view.clear();
    },
    async takePlace(from, name) {
      // Creates the collection even if the view has no documents.
      await viewOf(from).prepare();
      const { collection } = viewModel(database, from);
      await orUnavailable(
        collection.rename(viewModel(database, { ...from, name }).collection.collectionName, { dropTarget: true }),
      );
    },
    async begun() {
      const found = await orUnavailable(checkpoints.find({ position: { $gt: 0 } }).lean<CheckpointDocument[]>());
      return found.map(({ _id }) => _id);
    },
    async close() {
      views.clear();
    },
  };
}
