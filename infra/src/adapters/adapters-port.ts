import type { AnalyticsDatabase } from '../analytics-database/analytics-database.ts';
import type { Cache } from '../cache/cache.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { WriteGate } from '../event-store/write-gate.ts';
import type { Leases } from '../lease/lease.ts';
import type { Mail } from '../mail/mail.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import type { MessageLog } from '../message-log/message-log.ts';
import type { Objects } from '../objects/objects.ts';
import type { Logger } from '../process/observability/log.ts';
import type { ServerSettings } from '../process/settings/server-settings.ts';
import type { CurrentViews } from '../views/current-views.ts';
import type { ViewDefinition, ViewStore } from '../views/view-store.ts';
import type { StandingServer } from './standing-servers.ts';

export interface AdaptersParts {
  readonly servers: ServerSettings;
  /** Path of an embedded adapter's data directory, by its name. */
  readonly below: (name: string) => string;
  readonly log: Logger;
  /** Aborts waiting for servers. */
  readonly signal: AbortSignal;
  /** Also opens stores with an unfinished import; only for the import that continues it. */
  readonly importing?: boolean;
  /** Directory of this process's copies of topics; without it, they are in memory. */
  readonly copies?: string | undefined;
  /** Which embedded views can be continued; without it, they start empty, and those of this process are in memory. */
  readonly currentViews?: CurrentViews;
  /**
   * Opens without servers that do not answer yet, and uses them once they do; by default it waits for them. MongoDB is
   * always waited for.
   */
  readonly opensWithout?: boolean;
  /** Reads embedded stores as a whole before it opens them: the last start may have failed because of a damage. */
  readonly looksFirst?: boolean;
  /** How to treat missing MongoDB indexes; defaults to `run`. */
  readonly migrations?: Migrations;
}

/**
 * `run`: create missing indexes and tables when a server is opened. `await`: wait until `npm run migrate` has created
 * them.
 */
export type Migrations = 'run' | 'await';

/**
 * The ports, with the adapters the environment selects. Each is opened on first use and then reused; adapters that are
 * not used are not even loaded.
 */
export interface Adapters {
  /** Event store of one service; no other service reads or writes it. */
  eventStore(owner: string): Promise<EventStore>;
  /**
   * Runs work on the event stores as they are at one point in time. Embedded ones go on meanwhile; writes to those in
   * MongoDB wait.
   */
  eventStoresAtOnePoint<T>(work: (storeOf: (owner: string) => Promise<EventStore>) => Promise<T>): Promise<T>;
  /** View store of one service. */
  viewStore(owner: string): Promise<ViewStore>;
  /** Store of a service for documents that are not made of its events, so that no start empties it. */
  stateStore(owner: string): Promise<ViewStore>;
  /**
   * Store of this process alone for one view of a topic, even if the other stores are on servers: a copy on its disk
   * or an embedded view if it has a directory for that, otherwise in memory. Do not use it beside the embedded
   * `viewStore` of the same owner.
   */
  ownView(owner: string, definition: ViewDefinition): Promise<ViewStore>;
  /**
   * Creates the indexes of an owner's stores on MongoDB; does nothing without MongoDB.
   * @returns names of the indexes that were missing
   */
  makeIndexes(owner: string, needed: IndexesNeeded): Promise<readonly string[]>;
  /**
   * Leases for work that only one process of a service may do at a time. Undefined for the embedded store, which admits
   * a single process anyway.
   */
  leases(owner: string): Promise<Leases | undefined>;
  /** Message log with all topics created. */
  messageLog(): Promise<MessageLog>;
  cache(): Promise<Cache>;
  objects(): Promise<Objects>;
  mail(): Promise<Mail>;
  /** Where answers to the support arrive; undefined without an IMAP server. */
  mailbox(): Promise<Mailbox | undefined>;
  analyticsDatabase(): Promise<AnalyticsDatabase>;
  /** Hold back writes to event stores in MongoDB, and deletions of embedded objects. */
  readonly gates: { readonly writes: WriteGate; readonly deletions: WriteGate };
  /** Looks through the embedded event stores and the embedded log. @returns sentences that name damaged files */
  damages(): Promise<readonly string[]>;
  /** The real servers requested so far, whether they answer or not. */
  servers(): readonly StandingServer[];
  close(): Promise<void>;
}

export interface IndexesNeeded {
  readonly eventStore: boolean;
  readonly views: readonly ViewDefinition[];
  /** Documents of its state store. */
  readonly state?: readonly ViewDefinition[];
}
