import { call, createPage, eventually, logIn, type Person, SUPERADMIN, signUp } from '@volant/e2e/api';
import type { ProductSet } from './product-set.ts';

const DRIVERS = 10;
const MESSAGES = 20;

/** Data that the loads use. */
export interface Seed {
  /** The page with most of the events. */
  readonly pageId: string;
  /** A page without other visitors, and its owner's token. */
  readonly quietPage: { readonly id: string; readonly token: string };
  /** Drivers with a page each. */
  readonly driverTokens: readonly string[];
  readonly adminToken: string;
}

/** Fills a new product over HTTP, as users would. */
export async function seed({ origin, eventsOrigin }: ProductSet): Promise<Seed> {
  const drivers: Person[] = [];
  const pages: string[] = [];
  for (let i = 0; i < DRIVERS; i += 1) {
    const driver = await signUp(origin);
    drivers.push(driver);
    pages.push(await createPage(origin, driver.token, `Taxi ${i}`));
  }
  const [pageId, id] = pages;
  const token = drivers[1]?.token;
  if (pageId === undefined || id === undefined || token === undefined) throw new Error('too few drivers');
  await enrich(origin, pageId, drivers[0]?.token ?? '');
  for (let i = 0; i < MESSAGES; i += 1) await write(origin, i);

  // A page is shown and counted only after the views of the processes include it.
  for (const page of pages) {
    await eventually(
      () => call(origin, 'GET', `/api/public/pages/${page}`),
      ({ status }) => status === 200,
    );
    await eventually(
      () => call(eventsOrigin, 'POST', '/api/public/events', { pageId: page, type: 'VIEW' }),
      ({ status }) => status === 202,
    );
  }
  return {
    pageId,
    quietPage: { id, token },
    driverTokens: drivers.map((driver) => driver.token),
    adminToken: await logIn(origin, SUPERADMIN),
  };
}

/** Fills a page as drivers typically do. */
async function enrich(origin: string, pageId: string, token: string): Promise<void> {
  const custom = (name: string, value: string) => ({ id: name, name, value, icon: 'star.svg', color: '#10B981' });
  const blocksJson = {
    name: 'Taxi de la Gare',
    company: 'Transferts et longues distances',
    bio: 'Berline hybride, quatre places. Gares, aéroports et trajets de nuit, sur réservation.',
    phone: '+33 6 39 98 00 01',
    email: 'contact@taxi.example.com',
    whatsapp: '+33 6 39 98 00 01',
    website: 'taxi.example.com',
    instagram: '@taxi.example',
    displayStyle: 'modern',
    customFields: [
      custom('Réserver en ligne', 'taxi.example.com/reservation'),
      custom('Laisser un avis', 'https://avis.example.com/taxi'),
      custom('Plaque', 'AA-123-AA'),
      custom('Horaires', '7 j/7, 5 h – 23 h'),
    ],
  };
  const { status, body } = await call(origin, 'PATCH', `/api/pages/${pageId}`, { blocksJson }, { token });
  if (status !== 200) throw new Error(`a change of the page was answered ${status}: ${JSON.stringify(body)}`);
}

async function write(origin: string, number: number): Promise<void> {
  const { status } = await call(origin, 'POST', '/api/support/contact', {
    name: `Passenger ${number}`,
    email: `passenger-${number}@example.com`,
    subject: 'An umbrella left in a car',
    message:
      'Hello, I left an umbrella in a car this morning, on the back seat. How can I reach the driver? Thank you.',
  });
  if (status !== 200) throw new Error(`a message was answered ${status}`);
}
