import { USERS_RELAY } from '@volant/identity/app';
import { commitsAfter } from '@volant/infra/event-store/commits-after';
import type { Commit, EventStore, StoredCheckpoint, StoredReservation } from '@volant/infra/event-store/event-store';
import { UNFINISHED_IMPORT } from '@volant/infra/event-store/unfinished-import';
import { replayOf } from '@volant/infra/message-log/relay';
import { PAGES_RELAY } from '@volant/pages/app';
import { MESSAGES_RELAY } from '@volant/support/app';
import { type CarriedPart, linesOf } from './carried-part.ts';
import type { RowLines } from './part-file.ts';

const PAGE = 1_000;
export const PORTION = { rows: 1_000, characters: 4_000_000 };
/** Relays whose checkpoints are not carried: they start again, because the topics they fill are recreated. */
export const BEGIN_AGAIN: ReadonlySet<string> = new Set(
  [USERS_RELAY, PAGES_RELAY, MESSAGES_RELAY].flatMap((relay) => [relay, replayOf(relay)]),
);

/** Commits, reservations and checkpoints of a service. */
export function carriedStore(owner: string, store: EventStore): readonly CarriedPart[] {
  return [commitsOf(owner, store), reservationsOf(owner, store), checkpointsOf(owner, store)];
}

export function commitsFileOf(owner: string): string {
  return `commits-${owner}.ndjson.gz`;
}

export async function dataInStore(owner: string, store: EventStore): Promise<readonly string[]> {
  const { commits, reservations } = await store.contents.size();
  return [
    ...(commits === 0 ? [] : [`commits of ${owner}`]),
    ...(reservations === 0 ? [] : [`reservations of ${owner}`]),
  ];
}

function commitsOf(owner: string, store: EventStore): CarriedPart {
  const count = async () => (await store.contents.size()).commits;
  return {
    name: `commits of ${owner}`,
    file: commitsFileOf(owner),
    portions: PORTION,
    held: count,
    arrived: count,
    async *rows(): AsyncGenerator<RowLines> {
      for await (const commits of commitsAfter(store, 0, PAGE)) yield linesOf(commits);
    },
    async restore(portions) {
      for await (const lines of portions) {
        const head = await store.head();
        const commits = lines.map((line) => JSON.parse(line) as Commit).filter(({ position }) => position > head);
        await store.contents.restoreCommits(commits);
      }
      return 0;
    },
  };
}

function reservationsOf(owner: string, { contents }: EventStore): CarriedPart {
  const count = async () => (await contents.size()).reservations;
  return {
    name: `reservations of ${owner}`,
    file: `reservations-${owner}.ndjson.gz`,
    portions: PORTION,
    held: count,
    arrived: count,
    async *rows(): AsyncGenerator<RowLines> {
      for (let after = ''; ; ) {
        const reservations = await contents.reservations(after, PAGE);
        const last = reservations.at(-1);
        if (last === undefined) return;
        yield linesOf(reservations);
        after = last.key;
      }
    },
    async restore(portions) {
      for await (const lines of portions) {
        await contents.restoreReservations(lines.map((line) => JSON.parse(line) as StoredReservation));
      }
      return 0;
    },
  };
}

function checkpointsOf(owner: string, { contents, checkpoints }: EventStore): CarriedPart {
  const carried = async () =>
    (await contents.checkpoints()).filter(
      ({ name, position }) => position > 0 && name !== UNFINISHED_IMPORT && !BEGIN_AGAIN.has(name),
    );
  const count = async () => (await carried()).length;
  return {
    name: `checkpoints of ${owner}`,
    file: `checkpoints-${owner}.ndjson.gz`,
    portions: PORTION,
    held: count,
    arrived: count,
    async *rows() {
      yield linesOf(await carried());
    },
    async restore(portions) {
      for (const { name } of await contents.checkpoints()) {
        if (name !== UNFINISHED_IMPORT) await checkpoints.save(name, 0);
      }
      for await (const lines of portions) {
        for (const { name, position } of lines.map((line) => JSON.parse(line) as StoredCheckpoint)) {
          await checkpoints.save(name, position);
        }
      }
      return 0;
    },
  };
}
