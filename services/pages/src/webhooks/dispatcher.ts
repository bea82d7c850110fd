import { handleCommand } from '@volant/infra/event-store/command-handler';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import { foldCommits } from '@volant/infra/event-store/load-stream';
import { wholeStream } from '@volant/infra/event-store/stream-slices';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import type { Progress, Watch } from '@volant/infra/subscription/in-order';
import { Subscription } from '@volant/infra/subscription/subscription';
import type { Occurrences } from '../page/occurrences.ts';
import { Courier } from './courier.ts';
import { type Delivery, deliveryCodec, numberOfDeliveryStream, OUTCOMES_KEPT_MS } from './deliveries.ts';
import { BY_SYSTEM, createDeliveryLog } from './delivery-log.ts';
import { ENDPOINTS_STREAM, type Endpoints, endpointCodec, endpointsDecider, type Occurrence } from './endpoints.ts';
import { bodyOf, occurrenceIn } from './occurrences.ts';
import type { PostMessage } from './post.ts';

type DispatcherPorts = Pick<ServicePorts, 'eventStore' | 'leases' | 'clock' | 'newId' | 'log' | 'measures'> & {
  readonly post: PostMessage;
  readonly occurrences: readonly Occurrences[];
};

/** Name of the checkpoint and of the lease. */
const NAME = 'webhooks';
const FLUSH_MS = 100;
const FLUSH_AGAIN_MS = 1_000;
/** Outcomes in one commit. If more are not yet written, nothing is sent: the event store is away. */
const MAX_UNWRITTEN = 1_000;

/** What is known since the turn of this process began. */
interface Turn {
  readonly fence: number | undefined;
  endpoints: Endpoints;
  readonly couriers: Map<string, Courier>;
  /** Undefined until all commits are read: before that, messages may turn out to be delivered already. */
  watch: Watch | undefined;
}

/**
 * Sends events of the service to the endpoints that want them: each at least once, signed, those of a page in their
 * order. The event store is the queue: the checkpoint stays before the oldest message that waits, and outcomes are
 * events as well, so a restart reads both again and sends what is left. One process of the service does it at a time.
 */
export function createDispatcher(ports: DispatcherPorts) {
  const { eventStore, log, post, occurrences, clock, newId, measures = NO_MEASURES } = ports;
  const countUnwritable = measures.counter(
    'webhooks_unwritable_total',
    'Attempts to send a webhook message that has no body because of an error.',
  );
  const deliveryLog = createDeliveryLog(ports);
  let turn: Turn | undefined;
  let ending = new AbortController();
  let unwritten: Delivery[] = [];
  let flushing = Promise.resolve();
  let flushTimer: NodeJS.Timeout | undefined;
  const couriersNow = () => [...(turn?.couriers.values() ?? [])];
  measures.gauge('webhooks_waiting', 'Webhook messages that wait to be sent.', () =>
    couriersNow().reduce((sum, { lanes }) => sum + lanes.size, 0),
  );

  /** Endpoints as they were at a position: an endpoint is told what happens after it was added. */
  async function beginTurn(position: number, fence: number | undefined): Promise<Turn> {
    const commits = await wholeStream(eventStore, ENDPOINTS_STREAM);
    const before = commits.filter((commit) => commit.position <= position);
    const begun: Turn = {
      fence,
      endpoints: foldCommits(endpointsDecider, endpointCodec, before),
      couriers: new Map(),
      watch: undefined,
    };
    followEndpoints(begun);
    return begun;
  }

  function followEndpoints(now: Turn): void {
    for (const [id, courier] of now.couriers) {
      if (now.endpoints.some((endpoint) => endpoint.id === id)) continue;
      courier.remove();
      now.couriers.delete(id);
    }
    for (const endpoint of now.endpoints) {
      const known = now.couriers.get(endpoint.id);
      if (known === undefined) now.couriers.set(endpoint.id, new Courier(endpoint, courierParts(now)));
      else known.change(endpoint);
    }
  }

  function courierParts(now: Turn) {
    return {
      post,
      clock,
      bodyOf: (message: Occurrence) => bodyOf(occurrences, eventStore, message),
      mayTry: () => now.watch?.isOver() === false && !ending.signal.aborted && unwritten.length < MAX_UNWRITTEN,
      onTried(delivery: Delivery) {
        unwritten.push(delivery);
        flushSoon(FLUSH_MS);
      },
      onUnwritable({ eventId, type, streamId, version }: Occurrence, err: unknown) {
        countUnwritable();
        log.error({ err, eventId, type, streamId, version }, 'a webhook message cannot be written');
      },
      onGone,
      signal: ending.signal,
    };
  }

  /** The subscription reads the change, and a mail follows to those who set the endpoint up. */
  async function onGone(id: string): Promise<void> {
    const { endpoint } = turn?.couriers.get(id) ?? {};
    if (endpoint === undefined) return;
    const { name, url, types } = endpoint;
    const command = { type: 'ChangeEndpoint', data: { id, name, url, types, enabled: false } } as const;
    const context = { commandId: newId(), meta: { actor: BY_SYSTEM, correlationId: newId() }, at: clock() };
    await handleCommand(eventStore, endpointsDecider, endpointCodec, ENDPOINTS_STREAM, command, context, newId);
    log.warn({ endpointId: id }, 'a webhook is disabled: its receiver answered 410');
  }

  function read(now: Turn, commit: Commit): void {
    if (commit.streamId === ENDPOINTS_STREAM) readEndpoints(now, commit);
    else if (numberOfDeliveryStream(commit.streamId) !== undefined) readOutcomes(now, commit);
    else readEvents(now, commit);
  }

  function readEvents(now: Turn, commit: Commit): void {
    if (now.couriers.size === 0 || clock().getTime() - Date.parse(commit.at) > OUTCOMES_KEPT_MS) return;
    const occurrence = occurrenceIn(occurrences, commit);
    if (occurrence === undefined) return;
    const { type, streamId: lane } = occurrence;
    for (const courier of now.couriers.values()) {
      const { enabled, types } = courier.endpoint;
      if (enabled && types.some((wanted) => wanted === type)) {
        courier.add({ ...occurrence, lane, position: commit.position, attempts: 0 });
      }
    }
  }

  function readEndpoints(now: Turn, commit: Commit): void {
    now.endpoints = foldCommits(endpointsDecider, endpointCodec, [commit], now.endpoints);
    followEndpoints(now);
    for (const { type, data } of eventsOf(endpointCodec, [commit])) {
      if (type !== 'MessageRequested') continue;
      const { id, ...occurrence } = data;
      // What a person asks for does not wait for the other messages of a page.
      const lane = byHand(occurrence.eventId);
      now.couriers.get(id)?.add({ ...occurrence, lane, position: commit.position, attempts: 0 });
    }
  }

  function readOutcomes(now: Turn, commit: Commit): void {
    for (const { data: delivery } of eventsOf(deliveryCodec, [commit])) {
      const courier = now.couriers.get(delivery.endpointId);
      courier?.settle(delivery, delivery.streamId);
      courier?.settle(delivery, byHand(delivery.eventId));
    }
  }

  function flushSoon(ms: number): void {
    // The end of the turn writes the rest.
    if (ending.signal.aborted) return;
    flushTimer ??= setTimeout(() => {
      flushTimer = undefined;
      flushing = flushing.then(flush).catch((error: unknown) => {
        log.error({ err: error }, 'outcomes of webhooks are not written, will try again');
        flushSoon(FLUSH_AGAIN_MS);
      });
    }, ms).unref();
  }

  /** Of an endpoint that is given up, all messages get their outcome at once: up to 200,000. */
  async function flush(): Promise<void> {
    const written = unwritten.slice(0, MAX_UNWRITTEN);
    if (written.length > 0) await deliveryLog.write(written);
    unwritten = unwritten.slice(written.length);
    if (unwritten.length > 0) flushSoon(FLUSH_MS);
    if (turn?.watch?.isOver() === false) await save(subscription.position());
    for (const courier of couriersNow()) courier.sendDue();
  }

  async function flushAll(): Promise<void> {
    do await flush();
    while (unwritten.length > 0);
  }

  async function handle(commits: readonly Commit[]): Promise<Progress> {
    const now = turn;
    if (now !== undefined) for (const commit of commits) read(now, commit);
    return { reached: now === undefined ? 0 : (commits.at(-1)?.position ?? 0), acted: false };
  }

  async function sendDue(watch: Watch): Promise<undefined> {
    if (turn !== undefined) turn.watch = watch;
    for (const courier of couriersNow()) courier.sendDue();
  }

  /** Saves the position before the oldest message that waits, or whose outcome is not written yet. */
  async function save(position: number): Promise<void> {
    const waiting = couriersNow().map(({ lanes }) => lanes.firstPosition());
    const first = unwritten.reduce((least, delivery) => Math.min(least, delivery.position), Math.min(...waiting));
    await eventStore.checkpoints.save(NAME, Math.min(position, first - 1));
  }

  const subscription: Subscription = new Subscription({
    name: NAME,
    store: eventStore,
    leases: ports.leases,
    checkpoint: { load: () => eventStore.checkpoints.load(NAME), save },
    async rewind(position, fence) {
      if (turn !== undefined && turn.fence === fence) return position;
      for (const courier of couriersNow()) courier.remove();
      turn = await beginTurn(position, fence);
      return position;
    },
    handle,
    whenCaughtUp: sendDue,
    log,
  });

  return {
    async start() {
      ending = new AbortController();
      turn = undefined;
      await subscription.start();
    },
    async stop() {
      ending.abort();
      for (const courier of couriersNow()) await courier.settled();
      clearTimeout(flushTimer);
      flushTimer = undefined;
      await flushing
        .then(flushAll)
        .catch((error: unknown) => log.error({ err: error }, 'outcomes of webhooks are lost'));
      await subscription.stop();
      turn = undefined;
    },
  };
}

function byHand(eventId: string): string {
  return `again ${eventId}`;
}
