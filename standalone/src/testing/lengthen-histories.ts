/**
 * `lengthen-histories.ts <data directory> <n>`: adds n edits of 29 KB to every page and n changes to every account, as
 * if they predated the limit on changes.
 */
import type { Commit, EventStore, StoredEvent } from '@volant/infra/event-store/event-store';
import { openSqliteEventStore } from '@volant/infra/event-store/sqlite-event-store';

const PER_WRITE = 100;
const ITEMS = 20;
const LETTERS_OF_A_VALUE = 1_300;

type Change = Pick<StoredEvent, 'type' | 'data'>;

const pageEdited = (number: number): Change => {
  const value = `${number} `.padEnd(LETTERS_OF_A_VALUE, 'x');
  const items = Array.from({ length: ITEMS }, (_, item) => ({ name: `item ${item}`, value, color: '#10B981' }));
  const customFields = items.map((each) => ({ ...each, id: each.name, icon: 'star.svg' }));
  const empty = { company: '', bio: '', phone: '', email: '', whatsapp: '', website: '', instagram: '' };
  return {
    type: 'PageEdited',
    data: { profile: { ...empty, name: `Taxi ${number}`, displayStyle: 'modern', customFields } },
  };
};

const profileChanged = (number: number): Change => ({
  type: 'ProfileChanged',
  data: {
    phone: { from: `+336399${80_000 + number - 1}`, to: `+336399${80_000 + number}` },
    language: 'fr',
    changedAt: '2026-01-01T00:00:00.000Z',
  },
});

async function lastVersions(store: EventStore, prefix: string): Promise<ReadonlyMap<string, number>> {
  const versions = new Map<string, number>();
  for (let after = 0; ; ) {
    const commits = await store.readAll(after, PER_WRITE);
    const last = commits.at(-1);
    if (last === undefined) return versions;
    for (const { streamId, version } of commits) if (streamId.startsWith(prefix)) versions.set(streamId, version);
    after = last.position;
  }
}

async function lengthen(owner: string, prefix: string, count: number, changeOf: (n: number) => Change) {
  const store = await openSqliteEventStore({ path: dataDirectory, owner });
  let position = await store.head();
  for (const [streamId, version] of await lastVersions(store, prefix)) {
    const commitOf = (number: number): Commit => {
      const id = `lengthened ${streamId} ${number}`;
      position += 1;
      return {
        position,
        streamId,
        version: version + number,
        commandId: id,
        events: [{ id, schema: 1, ...changeOf(number) }],
        meta: { actor: 'system', correlationId: id },
        at: '2026-01-01T00:00:00.000Z',
      };
    };
    for (let first = 1; first <= count; first += PER_WRITE) {
      const length = Math.min(PER_WRITE, count - first + 1);
      await store.contents.restoreCommits(Array.from({ length }, (_, at) => commitOf(first + at)));
    }
  }
  await store.close();
}

const [, , dataDirectory = '', count] = process.argv;
await lengthen('pages', 'page-', Number(count), pageEdited);
await lengthen('identity', 'user-', Number(count), profileChanged);
