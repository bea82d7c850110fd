import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import { type Measures, NO_MEASURES } from '../process/observability/metrics.ts';
import { inOrder } from '../subscription/in-order.ts';
import { Subscription, type SubscriptionPauses } from '../subscription/subscription.ts';
import type { ViewDefinition, ViewStore, WritableViews } from './view-store.ts';

/** Definition shared by the service and the rebuild command. */
export interface ProjectionDefinition {
  /** Name of its checkpoint in the view store. */
  readonly name: string;
  /** The views it feeds, which a rebuild empties. */
  readonly views: readonly ViewDefinition[];
  /**
   * Updates the views with one commit. May be called again for a commit (after a failure or a crash), so it must be
   * idempotent.
   * @param views destination of all writes; the store's own views have no position and do not reject late writers
   */
  apply(commit: Commit, views: WritableViews): Promise<void>;
  /** Prefetches the views' documents of these commits for `apply`. */
  readAhead?(commits: readonly Commit[], views: WritableViews): Promise<unknown>;
}

export interface ProjectionOptions extends ProjectionDefinition {
  readonly eventStore: Pick<EventStore, 'readAll' | 'head' | 'onAppend'>;
  readonly viewStore: Pick<ViewStore, 'together' | 'checkpoint' | 'saveCheckpoint'>;
  readonly log: { error(details: object, message: string): void };
  readonly pauses?: SubscriptionPauses;
  readonly measures?: Measures | undefined;
  /** If several processes share the views: one of them applies commits, the others follow. */
  readonly leases?: Leases | undefined;
}

export type Projection = ReturnType<typeof createProjection>;

/** Lease of the process that feeds the views of a projection. */
export function leaseOf({ name }: Pick<ProjectionDefinition, 'name'>): string {
  return `projection:${name}`;
}

/** Keeps views in step with the event store. */
export function createProjection(options: ProjectionOptions) {
  const { name, views, eventStore: store, viewStore, apply, readAhead, log, pauses, leases } = options;
  const { measures = NO_MEASURES } = options;
  const subscription = new Subscription({
    name: leaseOf(options),
    store,
    checkpoint: {
      load: () => viewStore.checkpoint(name),
      save: (position, fence) => viewStore.saveCheckpoint(name, position, fence),
    },
    handle: (commits, watch) =>
      viewStore.together(async (at, save) => {
        const [first] = commits;
        if (first !== undefined && commits.length > 1) await readAhead?.(commits, at(first.position));
        const progress = await inOrder(commits, watch, (commit) => apply(commit, at(commit.position)));
        // Saved with the documents, and never before them.
        if (progress.reached > 0) save(name, progress.reached, watch.fence);
        return { ...progress, isSaved: true };
      }),
    log,
    leases,
    ...(pauses && { pauses }),
  });

  for (const view of views) {
    measures.gauge(
      'view_behind_commits',
      'How far a view is behind its store, as far as this process knows.',
      async () => Math.max(0, (await store.head()) - subscription.position()),
      { view: view.name },
    );
  }

  return {
    /**
     * Resolves true once `position` is applied (read your own writes), or false on timeout or if the projection stops:
     * the commit is stored, only the view is late.
     */
    waitFor: (position: number, timeoutMs?: number) => subscription.waitFor(position, timeoutMs),
    /** Position of the last commit applied, as far as this process knows. */
    position: () => subscription.position(),
    /** Follows the store; resolves once it has applied all commits that the store held at the call. */
    async start(): Promise<void> {
      await subscription.start();
      await subscription.waitFor(await store.head(), Number.POSITIVE_INFINITY);
    },
    /** Resolves once the running commit is applied. */
    stop: () => subscription.stop(),
  };
}
