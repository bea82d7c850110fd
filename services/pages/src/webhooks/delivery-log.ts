import { type Commit, type EventStore, VersionConflict } from '@volant/infra/event-store/event-store';
import { wholeStream } from '@volant/infra/event-store/stream-slices';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import { type Delivery, deliveryCodec, deliveryStream, OUTCOMES_KEPT_MS } from './deliveries.ts';

type LogPorts = Pick<ServicePorts, 'clock' | 'newId'> & {
  readonly eventStore: Pick<EventStore, 'append' | 'checkpoints' | 'eraseStream' | 'readSlice' | 'readStream'>;
};

/** Commits after which the log goes on in a new stream. */
const COMMITS_OF_STREAM = 1_000;
/** Full streams that are kept however old they are, for the list of deliveries. */
const KEPT_STREAMS = 5;
const NUMBER = 'webhook-log';
const ERASED = 'webhook-log-erased';
/** Actor of commits that nobody asked for. */
export const BY_SYSTEM = 'system';

/** Writes outcomes of deliveries as events. One process at a time does; another one makes it begin a new stream. */
export function createDeliveryLog({ eventStore, clock, newId }: LogPorts) {
  const { checkpoints } = eventStore;
  let current: { readonly number: number; version: number } | undefined;

  async function open(): Promise<{ readonly number: number; version: number }> {
    const number = Math.max(1, await checkpoints.load(NUMBER));
    const commits = await wholeStream(eventStore, deliveryStream(String(number)));
    return { number, version: commits.at(-1)?.version ?? 0 };
  }

  async function next(number: number): Promise<{ readonly number: number; version: number }> {
    await checkpoints.save(NUMBER, number + 1);
    return { number: number + 1, version: 0 };
  }

  return {
    async write(deliveries: readonly Delivery[]): Promise<void> {
      current ??= await open();
      if (current.version >= COMMITS_OF_STREAM) current = await next(current.number);
      const { number, version } = current;
      const type = 'DeliveryTried';
      const events = deliveries.map((data) => ({ id: newId(), type, schema: deliveryCodec.schemaOf(type), data }));
      try {
        const { commit } = await eventStore.append({
          streamId: deliveryStream(String(number)),
          expectedVersion: version,
          commandId: newId(),
          events,
          meta: { actor: BY_SYSTEM, correlationId: newId() },
          at: clock().toISOString(),
        });
        current.version = commit.version;
      } catch (error) {
        // A former process has written after this one read.
        if (error instanceof VersionConflict) current = await next(number);
        throw error;
      }
    },

    /**
     * Erases streams that neither the log nor a restart needs.
     * @returns how many
     */
    async tidy(): Promise<number> {
      let erased = 0;
      const last = (await checkpoints.load(NUMBER)) - KEPT_STREAMS;
      const before = new Date(clock().getTime() - OUTCOMES_KEPT_MS).toISOString();
      for (let number = (await checkpoints.load(ERASED)) + 1; number < last; number += 1) {
        const stream = deliveryStream(String(number));
        const newest: Commit | undefined = (await wholeStream(eventStore, stream)).at(-1);
        if (newest !== undefined && newest.at > before) break;
        await eventStore.eraseStream(stream, { actor: BY_SYSTEM, correlationId: newId() }, clock().toISOString());
        await checkpoints.save(ERASED, number);
        erased += 1;
      }
      return erased;
    },
  };
}
