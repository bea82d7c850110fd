import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../scripts/servers/ports.ts';
import { eventually } from '../../api.ts';
import type { ServerAddresses } from '../../processes.ts';
import { type Relay, startRelay } from '../../relay.ts';
import { onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';
import { type LateInserts, startLateInserts } from '../written-but-late.ts';

const WITHIN_MS = 10 * 60_000;
const SPELL_MS = 4_000;

/** Starts a relay in front of each server that stores data. */
async function relaysBefore(
  { mongodb, kafka, clickhouse, redis, ...others }: ServerAddresses,
  advertised: number,
): Promise<{ readonly relays: Readonly<Record<string, Relay>>; readonly addresses: ServerAddresses }> {
  const before = async (url: string) => {
    const relay = await startRelay(new URL(url));
    return { relay, url: url.replace(new URL(url).host, relay.address) };
  };
  const [toMongodb, toClickhouse, toRedis] = [
    await before(mongodb.url),
    await before(clickhouse.url),
    await before(redis.url),
  ];
  const toKafka = await startRelay(new URL(`tcp://${kafka.brokers[0]}`), advertised);
  return {
    relays: { Kafka: toKafka, MongoDB: toMongodb.relay, ClickHouse: toClickhouse.relay, Redis: toRedis.relay },
    addresses: {
      ...others,
      mongodb: { url: toMongodb.url },
      kafka: { brokers: [toKafka.address] },
      clickhouse: { ...clickhouse, url: toClickhouse.url },
      redis: { url: toRedis.url },
    },
  };
}

/** Network faults on one or all connections, for a while. */
const SPELLS: Readonly<Record<string, (relay: Relay) => Promise<void>>> = {
  'everything late': async (relay) => {
    relay.delay(() => 50 + Math.random() * 250);
    await sleep(SPELL_MS);
  },
  'connections cut': async (relay) => {
    for (let times = 0; times < 8; times += 1) {
      relay.drop();
      await sleep(SPELL_MS / 8);
    }
  },
  // Lost TCP packets appear as delays.
  'pieces lost and sent again': async (relay) => {
    relay.delay(() => (Math.random() < 0.05 ? 1_000 + Math.random() * 2_000 : 1));
    await sleep(SPELL_MS);
  },
  // Without closing the connections.
  'nothing arrives': async (relay) => {
    relay.delay(() => SPELL_MS + Math.random() * 4_000);
    await sleep(SPELL_MS);
  },
  'the server gone': async (relay) => {
    relay.cut();
    await sleep(SPELL_MS);
    relay.mend();
  },
};

const KINDS = Object.keys(SPELLS).length;

export const network: Scenario = {
  name: 'network',
  what: 'between the processes and Kafka, ClickHouse, MongoDB and Redis by turns: pieces late by 50 to 300 ms, some lost and sent again, all held back for seconds, connections cut',
  full: 30,
  unit: 'minutes',
  async run(minutes, say) {
    let relays: Readonly<Record<string, Relay>> = {};
    const advertised = await freePort();
    try {
      return await onCluster(
        async ({ startLoad, drained, caughtUp, outcome }) => {
          const load = startLoad({ duplicates: 0.05 });
          const until = performance.now() + minutes * 60_000;
          const names = Object.keys(relays);
          let spells = 0;
          for (; performance.now() < until || spells < names.length; spells += 1) {
            const name = names[spells % names.length] ?? '';
            const relay = relays[name];
            if (relay === undefined) break;
            const [kind, spell] = Object.entries(SPELLS)[Math.floor(Math.random() * KINDS)] ?? [];
            await spell?.(relay);
            relay.delay(() => 0);
            const { size } = load.acknowledged;
            say(`${spells + 1} spells, the last before ${name}: ${kind}; ${size} events answered 202`);
          }
          await load.stop();
          await drained();
          await caughtUp();
          return outcome(load, { figures: { spells } });
        },
        {
          advertised,
          async inFront(servers) {
            const { addresses, relays: started } = await relaysBefore(servers, advertised);
            relays = started;
            return addresses;
          },
        },
      );
    } finally {
      for (const relay of Object.values(relays)) await relay.close();
    }
  },
};

export const lateInserts: Scenario = {
  name: 'late-inserts',
  what: 'inserts that ClickHouse had written answered with a time-out, with a cut connection, or not at all',
  full: 500,
  unit: 'inserts',
  async run(amount, say) {
    let late: LateInserts | undefined;
    try {
      return await onCluster(
        async ({ startLoad, caughtUp, outcome }) => {
          const load = startLoad({ duplicates: 0.05 });
          late?.misbehave(true);
          let told = 0;
          const faults = async () => {
            const count = late?.faults() ?? 0;
            if (count >= told + 10) say(`${count} inserts of ${amount}; ${load.acknowledged.size} events answered 202`);
            told = Math.max(told, count - (count % 10));
            return count;
          };
          await eventually(faults, (count) => count >= amount, WITHIN_MS + amount * 10_000);
          late?.misbehave(false);
          await load.stop();
          await caughtUp();
          return outcome(load, { figures: { 'inserts answered otherwise than they went': await faults() } });
        },
        {
          async inFront(addresses) {
            late = await startLateInserts(addresses.clickhouse.url);
            return { ...addresses, clickhouse: { ...addresses.clickhouse, url: late.url } };
          },
        },
      );
    } finally {
      await late?.close();
    }
  },
};
