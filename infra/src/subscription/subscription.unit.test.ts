import { createRelay } from '../message-log/relay.ts';
import { createLogger } from '../process/observability/log.ts';
import { createMemoryViewStore } from '../views/memory-view-store.ts';
import { createProjection } from '../views/projection.ts';
import { subscriptionContract } from './contract.ts';
import { inOrder } from './in-order.ts';
import { Subscription } from './subscription.ts';

const log = createLogger({ name: 'test', level: 'silent' });

subscriptionContract(
  'a subscription',
  'subscription',
  ({ act, ...process }) =>
    new Subscription({
      ...process,
      name: 'subscription',
      handle: (commits, watch) => inOrder(commits, watch, (commit) => act([commit])),
      log,
      batch: 3,
    }),
);

subscriptionContract('a projection', 'projection:view', ({ store, act, checkpoint, ...process }) => {
  const viewStore = createMemoryViewStore();
  return createProjection({
    ...process,
    eventStore: store,
    name: 'view',
    views: [],
    viewStore: {
      async together(write) {
        let save = async () => {};
        const result = await write(
          () => viewStore,
          (_name, position, fence) => {
            save = () => checkpoint.save(position, fence);
          },
        );
        await save();
        return result;
      },
      checkpoint: () => checkpoint.load(),
      saveCheckpoint: (_name, position, fence) => checkpoint.save(position, fence),
    },
    apply: (commit) => act([commit]),
    log,
  });
});

subscriptionContract('a relay', 'relay:topic', ({ store, act, checkpoint, ...process }) => {
  const replays = new Map<string, number>();
  return createRelay({
    ...process,
    name: 'topic',
    eventStore: {
      ...store,
      checkpoints: {
        load: async (name) => (name === 'topic' ? checkpoint.load() : (replays.get(name) ?? 0)),
        save: async (name, position) => {
          if (name === 'topic') await checkpoint.save(position, undefined);
          else replays.set(name, position);
        },
      },
    },
    topic: 't',
    toRecords: async (commits) => commits.map(({ position }) => ({ key: 's', value: Buffer.from(`${position}`) })),
    messageLog: {
      publish: async (_topic, records) => {
        const positions = new Set(records.map(({ value }) => Number(Buffer.from(value ?? []).toString())));
        const all = await store.readAll(0, 1_000);
        await act(all.filter(({ position }) => positions.has(position)));
      },
    },
    log,
  });
});
