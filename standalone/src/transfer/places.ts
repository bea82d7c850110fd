import { COLLECTING, INGESTING } from '@volant/analytics/app';
import { tablesWithRows } from '@volant/analytics/carrying/carried-tables';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import { countAnnounced } from '@volant/infra/cache/presence';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { type CarriedLog, recordsInLog } from './carried-log.ts';
import { carriedObjects, picturesIn } from './carried-objects.ts';
import type { CarriedPart } from './carried-part.ts';
import { carriedStore, dataInStore } from './carried-stores.ts';
import { carriedTables } from './carried-tables.ts';

/** Services with an event store. */
export const OWNERS = ['identity', 'pages', 'support'] as const;
const WITH_VIEWS = [...OWNERS, 'gateway'] as const;

/** All durable data of the product. */
export type Places = Awaited<ReturnType<typeof openPlaces>>;

/** Opens in sequence, because the embedded engines start faster alone. */
export async function openPlaces(adapters: Adapters) {
  const stores: { readonly owner: string; readonly store: EventStore }[] = [];
  for (const owner of OWNERS) stores.push({ owner, store: await adapters.eventStore(owner) });
  const objects = await adapters.objects();
  const messageLog = await adapters.messageLog();
  return { stores, objects, messageLog, database: await adapters.analyticsDatabase() };
}

export function storeParts(stores: Places['stores']): readonly CarriedPart[] {
  return stores.flatMap(({ owner, store }) => carriedStore(owner, store));
}

/** Everything that an export has. */
export function partsOf({ stores, database, objects }: Places, log: CarriedLog) {
  return {
    stores: storeParts(stores),
    pictures: carriedObjects(objects),
    others: [...carriedTables(database), ...log.parts],
  };
}

/** Names of the data that would be in the way of an import. */
export async function dataIn({ stores, database, objects, messageLog }: Places): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const { owner, store } of stores) filled.push(...(await dataInStore(owner, store)));
  filled.push(...(await tablesWithRows(database)).map((name) => `rows of ${name}`));
  return [...filled, ...(await picturesIn(objects)), ...(await recordsInLog(messageLog))];
}

/**
 * Refuses if the product is running. On real servers its processes hold leases, and those of analytics, which have
 * none, announce themselves; an embedded store admits one process anyway.
 * @throws OperatorError if a process is running
 */
export async function refuseRunning(adapters: Adapters): Promise<void> {
  const taken: string[] = [];
  for (const owner of OWNERS) {
    for (const lease of (await (await adapters.leases(owner))?.taken()) ?? []) taken.push(`${lease} of ${owner}`);
  }
  if (taken.length > 0) {
    throw new OperatorError(
      `Volant is running, or was killed less than a minute ago: somebody holds ${taken.join(', ')}. Stop every process first.`,
    );
  }
  const cache = await adapters.cache();
  for (const role of [COLLECTING, INGESTING]) {
    const running = await countAnnounced(cache, role);
    if (running === 0) continue;
    throw new OperatorError(
      `Volant runs, or did a quarter of a minute ago: ${running} with the role ${role} of analytics. Stop every process first.`,
    );
  }
}

/** Views that already exist. They have to be rebuilt after an import, which would not happen if they seem complete. */
export async function begunViews(adapters: Adapters): Promise<readonly string[]> {
  const begun: string[] = [];
  for (const owner of WITH_VIEWS) {
    if ((await (await adapters.viewStore(owner)).begun()).length > 0) begun.push(`views of ${owner}`);
  }
  return begun;
}
