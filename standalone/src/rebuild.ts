/**
 * `npm run rebuild -- <service> [view]`: rebuilds views on MongoDB while the product runs, beside the views being read.
 * The next start rebuilds embedded views.
 */

import { SESSIONS_PROJECTION, USERS_PROJECTION } from '@volant/identity/user/view/definitions';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { logViewsOf } from '@volant/infra/features/gather';
import type { Leases } from '@volant/infra/lease/lease';
import type { LogViewDefinition } from '@volant/infra/message-log/log-view';
import type { Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { ProjectionDefinition } from '@volant/infra/views/projection';
import { rebuildLogView, rebuildProjection } from '@volant/infra/views/rebuild';
import { PAGES_FEATURES, pagesProjection } from '@volant/pages/features';
import { SUPPORT_FEATURES, supportProjection } from '@volant/support/features';
import { runCommand } from './command.ts';
import { STORES } from './stores/stores.ts';
import { withPlaces } from './transfer/places-command.ts';
import { countOf, minutesTaken, Progress } from './transfer/progress.ts';

type Built = ((store: EventStore) => ProjectionDefinition) | LogViewDefinition;

const BUILT: Readonly<Record<string, readonly Built[]>> = {
  identity: [() => USERS_PROJECTION, () => SESSIONS_PROJECTION],
  pages: [pagesProjection, ...logViewsOf(PAGES_FEATURES)],
  support: [supportProjection, ...logViewsOf(SUPPORT_FEATURES)],
};

const NAMES = Object.entries(STORES).map(
  ([owner, { views }]) => `${owner} (${views.map(({ name }) => name).join(', ')})`,
);
const USAGE = `Usage: npm run rebuild -- <service> [view]; there are ${NAMES.join(', ')}.`;

interface Order {
  readonly owner: string;
  /** Undefined for all views of the service. */
  readonly view: string | undefined;
}

function readOrder([owner = '', view, ...more]: readonly string[]): Order {
  const known = STORES[owner]?.views.map(({ name }) => name) ?? [];
  if (known.length === 0 || more.length > 0 || (view !== undefined && !known.includes(view))) {
    throw new OperatorError(USAGE);
  }
  return { owner, view };
}

async function main(): Promise<boolean> {
  const order = readOrder(process.argv.slice(2));
  return withPlaces({ importing: false, directory: false }, async ({ adapters, data, servers, log }) => {
    const leases = await adapters.leases(order.owner);
    if (leases === undefined) {
      if (data === undefined || servers.kafka !== undefined)
        throw new OperatorError('VOLANT_MONGODB_URL is missing: the views that the processes read are there.');
      // Opening the directory has deleted the notes of current views.
      console.log(`The notes of current views in ${data.path} are deleted; the next start makes all views anew.`);
      return true;
    }
    const turn = await leases.acquire('rebuild');
    if (turn === undefined) throw new OperatorError(`Views of ${order.owner} are being rebuilt already.`);
    try {
      await rebuild(order, { adapters, leases, log });
    } finally {
      await turn.release();
    }
    return true;
  });
}

interface Parts {
  readonly adapters: Adapters;
  readonly leases: Leases;
  readonly log: Logger;
}

async function rebuild({ owner, view }: Order, { adapters, leases, log }: Parts): Promise<void> {
  const viewStore = await adapters.viewStore(owner);
  const progress = new Progress((line) => console.log(line));
  for (const built of BUILT[owner] ?? []) {
    progress.begin();
    if (typeof built === 'function') {
      const store = await adapters.eventStore(owner);
      const definition = built(store);
      const names = definition.views.map(({ name }) => name);
      if (view !== undefined && !names.includes(view)) continue;
      const head = await store.head();
      const say = (position: number) => progress.at(names.join(', '), position, Math.max(head, position));
      await rebuildProjection(definition, { store, viewStore, leases, log }, say);
      console.log(`${names.join(', ')}: rebuilt up to ${countOf(await viewStore.checkpoint(definition.name))}.`);
    } else {
      const { name } = built.view;
      if (view !== undefined && view !== name) continue;
      const messageLog = await adapters.messageLog();
      let records = 0;
      const say = () => {
        records += 1;
        progress.at(name, records, undefined);
      };
      await rebuildLogView(built, { messageLog, viewStore, log }, say);
      console.log(`${name}: rebuilt from ${countOf(records)} records.`);
    }
  }
  console.log(`Done after ${minutesTaken()}.`);
}

runCommand(USAGE, main);
