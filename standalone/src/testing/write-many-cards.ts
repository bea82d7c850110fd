/**
 * `write-many-cards.ts <data directory> <n>`: writes the histories of n drivers, each with a completed card, and of n
 * messages.
 */
import { emailReservation, usernameReservation } from '@volant/identity/user/domain/account-keys';
import type { Commit, StoredReservation } from '@volant/infra/event-store/event-store';
import { openSqliteEventStore } from '@volant/infra/event-store/sqlite-event-store';

const PER_WRITE = 1_000;
const FIRST_MS = Date.UTC(2026, 0, 1);

interface Entry {
  readonly streamId: string;
  readonly event: { readonly type: string; readonly data: object };
  readonly reservations?: readonly StoredReservation[];
}

async function write(owner: string, count: number, entryOf: (number: number) => Entry): Promise<void> {
  const eventStore = await openSqliteEventStore({ path: dataDirectory, owner });
  for (let first = 0; first < count; first += PER_WRITE) {
    const numbers = Array.from({ length: Math.min(PER_WRITE, count - first) }, (_, at) => first + at);
    const entries = numbers.map((number) => ({ number, ...entryOf(number) }));
    await eventStore.contents.restoreReservations(entries.flatMap(({ reservations = [] }) => reservations));
    await eventStore.contents.restoreCommits(entries.map(commitOf));
  }
  await eventStore.close();
}

function commitOf({ number, streamId, event }: Entry & { readonly number: number }): Commit {
  const id = uuid(0xc0ffee, number);
  return {
    position: number + 1,
    streamId,
    version: 1,
    commandId: `made:${id}`,
    events: [{ id, schema: 1, ...event }],
    meta: { actor: 'system', correlationId: id },
    at: timeOf(number),
  };
}

function account(number: number): Entry {
  const userId = driverId(number);
  const [email, username] = [`driver-${number}@example.com`, `driver-${number}`];
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$bm9ib2R5IGNhbiBzaWduIGluIHdpdGggdGhpcyBvbmU';
  return {
    streamId: `user-${userId}`,
    event: { type: 'UserSignedUp', data: { userId, email, username, passwordHash: hash, signedUpAt: timeOf(number) } },
    reservations: [emailReservation(email), usernameReservation(username)].map((key) => ({ key, owner: userId })),
  };
}

function card(number: number): Entry {
  const uid = uuid(2, number);
  const publicId = `c${number.toString(36).padStart(7, '0')}`;
  const custom = (name: string, value: string) => ({ id: name, name, value, icon: 'star.svg', color: '#10B981' });
  const profile = {
    name: `Taxi ${number}`,
    company: 'Transferts et longues distances',
    bio: 'Berline hybride, quatre places. Gares, aéroports et trajets de nuit, sur réservation.',
    phone: '+33 6 39 98 00 01',
    email: `contact-${number}@taxi.example.com`,
    whatsapp: '',
    website: 'taxi.example.com',
    instagram: '@taxi.example',
    displayStyle: 'modern',
    customFields: [custom('Réserver', 'taxi.example.com/reservation'), custom('Plaque', 'AA-123-AA')],
  };
  return {
    streamId: `page-${uid}`,
    event: {
      type: 'PageCreated',
      data: {
        uid,
        publicId,
        origin: 'administrator',
        state: 'ACTIVE',
        ownerId: driverId(number),
        displayName: `Salon ${Math.floor(number / 1_000)} - ${number}`,
        profile,
        avatar: null,
        indexable: true,
        createdAt: timeOf(number),
      },
    },
    reservations: [{ key: `page-id:${publicId}`, owner: uid }],
  };
}

function message(number: number): Entry {
  const messageId = uuid(3, number);
  return {
    streamId: `message-${messageId}`,
    event: {
      type: 'MessageReceived',
      data: {
        messageId,
        senderId: number % 2 === 0 ? driverId(number) : null,
        name: `Passenger ${number}`,
        email: `passenger-${number}@example.com`,
        subject: 'An umbrella left in a car',
        body: 'Hello, I left an umbrella in a car this morning, on the back seat. How can I reach the driver? Thank you.',
        receivedAt: timeOf(number),
      },
    },
  };
}

function driverId(number: number): string {
  return uuid(1, number);
}

function timeOf(number: number): string {
  return new Date(FIRST_MS + number * 60_000).toISOString();
}

/** Sorts by number, as the product's ids sort by time. */
function uuid(kind: number, number: number): string {
  const time = (FIRST_MS + number * 60_000).toString(16).padStart(12, '0');
  const rest = ((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).slice(-3).padStart(3, '0')}-8${rest.slice(0, 3)}-${rest}${time.slice(-4)}`;
}

const [, , dataDirectory = '', count] = process.argv;
await write('identity', Number(count), account);
await write('pages', Number(count), card);
await write('support', Number(count), message);
