import type { EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import { createLogView, type LogViewDefinition } from '../message-log/log-view.ts';
import type { MessageLog } from '../message-log/message-log.ts';
import type { Logger } from '../process/observability/log.ts';
import { createProjection, leaseOf, type ProjectionDefinition, type ProjectionOptions } from './projection.ts';
import type { ViewDefinition, ViewStore, WritableViews } from './view-store.ts';

export interface RebuildParts {
  readonly viewStore: ViewStore;
  readonly log: Logger;
}

const REBUILT = '.rebuilt';

/**
 * Builds the views of a projection beside the live ones, and replaces those once the new views hold all commits. The
 * process that feeds the live views loses its lease at the end and continues with the new ones.
 * @param say receives the position after each commit
 */
export async function rebuildProjection(
  definition: ProjectionDefinition,
  parts: RebuildParts & { readonly store: EventStore; readonly leases: Leases },
  say: (position: number) => void,
): Promise<void> {
  const { store, viewStore, leases, log } = parts;
  const { name, views } = definition;
  const aside = await emptied(viewStore, views);
  const apply: ProjectionDefinition['apply'] = async (commit, at) => {
    await definition.apply(commit, at);
    say(commit.position);
  };
  const projection = createProjection({ ...definition, apply, eventStore: store, viewStore: aside, log });
  try {
    await projection.start();
    const lease = await leases.seize(leaseOf(definition));
    try {
      await projection.waitFor(await store.head(), Number.POSITIVE_INFINITY);
      await projection.stop();
      if (!lease.held()) throw new Error(`somebody else took the lease of ${name} meanwhile`);
      for (const view of views) await takePlace(viewStore, view);
      // A crash here re-applies some commits; apply is idempotent.
      await viewStore.saveCheckpoint(name, projection.position(), lease.fence);
    } finally {
      await lease.release();
    }
  } finally {
    await projection.stop();
    await forget(viewStore);
  }
}

/**
 * Like `rebuildProjection`, for a view of a topic. Its feeders may continue: records that they write during the
 * replacement are read from the topic once more.
 */
export async function rebuildLogView(
  definition: LogViewDefinition,
  parts: RebuildParts & { readonly messageLog: MessageLog },
  say: (position: number) => void,
): Promise<void> {
  const { viewStore, messageLog, log } = parts;
  const { view } = definition;
  const aside = await emptied(viewStore, [view]);
  const apply: LogViewDefinition['apply'] = async (record, views) => {
    await definition.apply(record, views);
    say(record.offset);
  };
  const feed = async (into: Pick<ViewStore, 'together'>) => {
    const { checkpoint, saveCheckpoint } = aside;
    const store = { together: into.together, checkpoint, saveCheckpoint };
    const fed = createLogView({ ...definition, apply, messageLog, viewStore: store, log });
    try {
      await fed.start();
    } finally {
      await fed.stop();
    }
  };
  try {
    await feed(aside);
    await takePlace(viewStore, view);
    await feed(viewStore);
  } finally {
    await forget(viewStore);
  }
}

const besides = (view: ViewDefinition): ViewDefinition => ({ ...view, name: view.name + REBUILT });

async function takePlace(viewStore: ViewStore, view: ViewDefinition): Promise<void> {
  if (viewStore.takePlace === undefined) throw new Error('the views of this store are made anew by a start');
  await viewStore.takePlace(besides(view), view.name);
}

/** The view store with other names, emptied. */
async function emptied(
  viewStore: ViewStore,
  views: readonly ViewDefinition[],
): Promise<ProjectionOptions['viewStore']> {
  const named = (of: WritableViews): WritableViews => ({ view: (definition) => of.view(besides(definition)) });
  const aside: ProjectionOptions['viewStore'] = {
    together: (write) =>
      viewStore.together((at, save) =>
        write(
          (position) => named(at(position)),
          (name, position, fence) => save(name + REBUILT, position, fence),
        ),
      ),
    checkpoint: (name) => viewStore.checkpoint(name + REBUILT),
    saveCheckpoint: (name, position, fence) => viewStore.saveCheckpoint(name + REBUILT, position, fence),
  };
  await forget(viewStore);
  for (const view of views) {
    viewStore.view(besides(view));
    await viewStore.reset(view.name + REBUILT);
  }
  return aside;
}

/** Resets the checkpoints of this or an interrupted rebuild, so that the next one starts from the beginning. */
async function forget(viewStore: ViewStore): Promise<void> {
  for (const name of await viewStore.begun()) if (name.endsWith(REBUILT)) await viewStore.saveCheckpoint(name, 0);
}
