import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { Commit } from '@volant/infra/event-store/event-store';
import { foldCommits } from '@volant/infra/event-store/load-stream';
import { wholeStream } from '@volant/infra/event-store/stream-slices';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import { inOrder, type Progress, type Watch } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';
import type { NoticesOf } from '../page/notices.ts';
import type { Occurrences } from '../page/occurrences.ts';
import { Courier } from './courier.ts';
import { ANY_WAITING, DELIVERIES, type Delivery, type DeliveryPorts, QUEUE } from './deliveries.ts';
import { ENDPOINTS_STREAM, type Endpoint, type Endpoints, endpointCodec, endpointsDecider } from './endpoints.ts';
import { enqueue } from './enqueue.ts';
import { bodyOf } from './occurrences.ts';
import type { PostMessage } from './post.ts';

type DispatcherPorts = DeliveryPorts &
  Pick<ServicePorts, 'leases' | 'clock' | 'newId' | 'log' | 'measures'> & {
    readonly post: PostMessage;
    readonly occurrences: readonly Occurrences[];
  };

/** How often the table is read for deliveries that have become due. */
const LOOK_MS = 1_000;

/**
 * Sends events of the service to the endpoints that want them: each at least once, signed, those of a page in their
 * order. A subscription writes deliveries into a table, from which couriers send those that are due. One process of the
 * service does both at a time.
 */
export function createDispatcher(ports: DispatcherPorts) {
  const { eventStore, stateStore, log, post, occurrences, clock, newId, measures = NO_MEASURES } = ports;
  const countUnwritable = measures.counter(
    'webhooks_unwritable_total',
    'Attempts to send a webhook message that has no body because of an error.',
  );
  const table = stateStore.view<Delivery>(DELIVERIES);
  const couriers = new Map<string, Courier>();
  let ending = new AbortController();
  let turn: Watch | undefined;
  /** Endpoints as they were at a position: an endpoint receives what happens after it was added. */
  let known: { readonly position: number; readonly endpoints: Endpoints } = { position: 0, endpoints: [] };

  measures.gauge('webhooks_waiting', 'Webhook messages that wait to be sent.', async () =>
    turn?.isOver() === false ? table.count(ANY_WAITING) : 0,
  );

  async function catchUpWithEndpoints(position: number): Promise<void> {
    if (known.position === position) return;
    const commits = await wholeStream(eventStore, ENDPOINTS_STREAM);
    const before = commits.filter((commit) => commit.position <= position);
    known = { position, endpoints: foldCommits(endpointsDecider, endpointCodec, before) };
  }

  function enqueueAll(commits: readonly Commit[], watch: Watch): Promise<Progress> {
    return stateStore.together(async (at, save) => {
      const parts = { counts: new Map<string, number>(), table, occurrences, clock };
      const progress = await inOrder(commits, watch, async (commit) => {
        const hasWritten = await enqueue(commit, known.endpoints, at(commit.position).view(DELIVERIES), parts);
        const changes = commit.streamId === ENDPOINTS_STREAM ? [commit] : [];
        const endpoints = foldCommits(endpointsDecider, endpointCodec, changes, known.endpoints);
        known = { position: commit.position, endpoints };
        return hasWritten;
      });
      const isSaved = progress.acted === true;
      if (isSaved) save(DELIVERIES.name, progress.reached, watch.fence);
      return { ...progress, isSaved };
    });
  }

  async function sendDue(watch: Watch): Promise<number | undefined> {
    turn = watch;
    const { endpoints } = known;
    for (const [id, courier] of couriers) {
      if (endpoints.some((endpoint) => endpoint.id === id)) continue;
      courier.remove();
      couriers.delete(id);
    }
    for (const endpoint of endpoints) {
      const courier = couriers.get(endpoint.id) ?? createCourier(endpoint);
      couriers.set(endpoint.id, courier);
      void courier.sendDue(endpoint, watch.isOver);
    }
    return endpoints.length === 0 ? undefined : LOOK_MS;
  }

  function createCourier(endpoint: Endpoint): Courier {
    return new Courier(endpoint, {
      table,
      write,
      post,
      clock,
      bodyOf: (delivery) => bodyOf(occurrences, eventStore, delivery),
      onUnwritable({ eventId, type, streamId, version }, err) {
        countUnwritable();
        log.error({ err, eventId, type, streamId, version }, 'a webhook message cannot be written');
      },
      onGone: disable,
      onFailure: (err) => log.error({ err, endpointId: endpoint.id }, 'deliveries of a webhook failed, will try again'),
      signal: ending.signal,
    });
  }

  /** At the last position that was read, so that a process that has lost its turn replaces nothing newer. */
  function write(changed: readonly Delivery[], removed: readonly Delivery[] = []): Promise<void> {
    return stateStore.together(async (at) => {
      const view = at(known.position).view<Delivery>(DELIVERIES);
      for (const delivery of changed) await view.put(delivery);
      for (const { _id } of removed) await view.remove(_id);
    });
  }

  /** The subscription reads the change, and a mail follows to those who set the endpoint up. */
  async function disable({ id, name, url, types }: Endpoint): Promise<void> {
    const command = { type: 'ChangeEndpoint', data: { id, name, url, types, enabled: false } } as const;
    const context = { commandId: newId(), meta: { actor: BY_SYSTEM, correlationId: newId() }, at: clock() };
    await handleCommand(eventStore, endpointsDecider, endpointCodec, ENDPOINTS_STREAM, command, context, newId);
    log.warn({ endpointId: id }, 'a webhook is disabled: its receiver answered 410');
  }

  const subscription = new Subscription({
    name: QUEUE,
    store: eventStore,
    leases: ports.leases,
    checkpoint: {
      // A restored backup has no table, and goes on before the oldest delivery that waited.
      load: async () =>
        Math.max(await stateStore.checkpoint(DELIVERIES.name), await eventStore.checkpoints.load(QUEUE)),
      save: (position, fence) => stateStore.saveCheckpoint(DELIVERIES.name, position, fence),
    },
    async rewind(position) {
      await catchUpWithEndpoints(position);
      return position;
    },
    handle: enqueueAll,
    whenCaughtUp: sendDue,
    log,
  });

  return {
    async start() {
      ending = new AbortController();
      await subscription.start();
    },
    async stop() {
      ending.abort();
      await subscription.stop();
      for (const courier of couriers.values()) await courier.settled();
      couriers.clear();
    },
  };
}

/** Actor of commits without a request. */
export const BY_SYSTEM = 'system';

/** The people who set a webhook up are mailed that it was disabled because its receiver is gone. */
export const disabledNotices: NoticesOf = async (store, { streamId, events: [stored], meta, version }) => {
  if (streamId !== ENDPOINTS_STREAM || stored === undefined || meta.actor !== BY_SYSTEM) return [];
  const event = endpointCodec.read(stored);
  if (event?.type !== 'EndpointChanged' || event.data.enabled) return [];
  const { id, url } = event.data;
  const commits = (await wholeStream(store, ENDPOINTS_STREAM)).filter((commit) => commit.version < version);
  const people = commits.filter((commit) => isSetUpIn(commit, id)).map((commit) => commit.meta.actor);
  return [...new Set(people)].map((ownerId) => ({ eventId: stored.id, ownerId, webhookHost: new URL(url).hostname }));
};

/** Whether a person added or changed the endpoint in the commit. */
function isSetUpIn({ events, meta }: Commit, id: string): boolean {
  return (
    meta.actor !== BY_SYSTEM &&
    events.some((stored) => {
      const event = endpointCodec.read(stored);
      return (event?.type === 'EndpointAdded' || event?.type === 'EndpointChanged') && event.data.id === id;
    })
  );
}
