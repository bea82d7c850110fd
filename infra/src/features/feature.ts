import type { z } from 'zod';
import type { ErrorCatalogue } from '../errors/error-catalogue.ts';
import type { eventCodec } from '../event-store/event-codec.ts';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Resolvers } from '../graphql/subgraph.ts';
import type { LogViewDefinition } from '../message-log/log-view.ts';
import type { SettingsRule } from '../process/settings/environment.ts';
import type { ViewDefinition, ViewDocument, WritableView, WritableViews } from '../views/view-store.ts';

/**
 * A part of a service, in a folder of its own. It names everything that the service gathers from its features. Its part
 * of the schema is the file `<feature>.graphql` beside it.
 */
export interface Feature<Context = never, Ports = never> {
  readonly resolvers?: Resolvers<Context>;
  readonly errors?: ErrorCatalogue;
  /** Codecs of the events that it writes. */
  readonly events?: readonly ReturnType<typeof eventCodec>[];
  /** Views of the event store, and of topics. */
  readonly views?: readonly FeatureView[];
  readonly logViews?: readonly LogViewDefinition[];
  readonly settings?: FeatureSettings;
  /** What runs from the start of the service to its end. */
  readonly subscriptions?: (ports: Ports) => readonly Subscribed[];
  /** What runs at the start and every few minutes. */
  readonly jobs?: (ports: Ports) => readonly Job[];
}

export interface FeatureView {
  readonly view: ViewDefinition;
  /** Must be idempotent, see `ProjectionDefinition`. */
  apply(commit: Commit, views: WritableViews, store: EventStore): Promise<void>;
  /** Id of the document that `apply` reads for a commit. */
  idOf?(commit: Commit): string | undefined;
}

export function featureView<Document extends ViewDocument>(
  view: ViewDefinition,
  apply: (view: WritableView<Document>, commit: Commit, store: EventStore) => Promise<void>,
  idOf?: FeatureView['idOf'],
): FeatureView {
  return {
    view,
    apply: (commit, views, store) => apply(views.view<Document>(view), commit, store),
    ...(idOf && { idOf }),
  };
}

export interface FeatureSettings {
  readonly shape: z.ZodRawShape;
  /** Names of the shape that may also be set as a file. */
  readonly secrets?: readonly string[];
  readonly rules?: readonly SettingsRule[];
}

export interface Subscribed {
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

export interface Job {
  /** In log lines. */
  readonly name: string;
  /** Resolves with how much it has cleared away. It is called again after a failure, so it must be idempotent. */
  run(): Promise<number>;
}
