import type { IncomingHttpHeaders } from 'node:http';
import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { AddressRanges } from '@volant/infra/network/address';
import { clientOf } from '@volant/infra/network/client-address';
import { parisDay } from '@volant/infra/time/paris-day';
import { type CodedActivity, codedTime, encodeActivities } from '../activity-codec.ts';
import type { KnownPage, PagesView } from '../pages-view/pages-view.ts';
import type { AnalyticsPorts } from '../ports.ts';
import type { ActivityPublisher } from './activity-publisher.ts';
import type { CountryOf } from './country.ts';
import { timeOfEvent } from './event-id.ts';
import { takeEvents } from './flood-limit.ts';
import { createKnownBots, MAX_USER_AGENT } from './known-bot.ts';
import { type IncomingEvent, parseEvents } from './parse-events.ts';
import { referrerHost } from './referrer-host.ts';
import type { Visitor, Visitors } from './visitors.ts';

export interface CollectorParts extends Pick<AnalyticsPorts, 'cache' | 'clock' | 'newId' | 'log'> {
  readonly pages: PagesView;
  readonly publisher: ActivityPublisher;
  readonly visitors: Visitors;
  readonly countryOf: CountryOf;
  readonly trustedProxies: AddressRanges;
  /** Events of one network. */
  readonly eventsPerMinute: number;
  readonly verifyToken: (token: string | undefined) => Promise<Viewer | undefined>;
}

export type Refusal = 'PAGE_NOT_FOUND' | 'PAGE_NOT_SHOWN' | 'ITEM_NOT_FOUND' | 'BOT_NOT_COUNTED';

/** Outcome of the events of one request. */
export interface Collected {
  readonly accepted: number;
  readonly refused: readonly { readonly index: number; readonly code: Refusal }[];
}

/** Data that the events of one request share. */
interface Visit {
  readonly visitor: Visitor;
  readonly receivedAt: number;
  readonly country: string;
  readonly userId: string | undefined;
  /** The requested host. */
  readonly host: string | undefined;
}

/**
 * Turns events into activities: finds the page, sets the day, and adds a visitor hash that does not identify the
 * person.
 */
export function createCollector(parts: CollectorParts) {
  const { pages, publisher, visitors, countryOf, trustedProxies, cache, verifyToken, clock, newId, log } = parts;
  const isKnownBot = createKnownBots();

  /** The signed-in user. An invalid token counts as no token, because visitors need no account. */
  async function userOf(authorization: string): Promise<string | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) return undefined;
    try {
      return (await verifyToken(token))?.userId;
    } catch (error) {
      log.warn({ err: error }, 'a token cannot be checked; the visit counts as a stranger’s');
      return undefined;
    }
  }

  function activityOf(event: IncomingEvent, page: KnownPage, visit: Visit): CodedActivity {
    const { visitor, receivedAt, country, userId, host } = visit;
    const eventId = event.id ?? newId();
    const occurredAtMs = timeOfEvent(eventId, receivedAt);
    return {
      eventId,
      pageUid: page.uid,
      tenure: page.tenure,
      type: event.type,
      occurredAt: codedTime(occurredAtMs),
      day: parisDay(occurredAtMs),
      customField: event.customField,
      referrerHost: referrerHost(event.referrer, host),
      source: event.source,
      country,
      visitor: visitor.onPage(page.uid),
      byOwner: userId !== undefined && userId === page.ownerId,
      card: page.card ?? '',
    };
  }

  return {
    /**
     * Accepts the events of one request; resolves once they are durable.
     * @throws DomainError when no event was stored
     */
    async collect(body: unknown, headers: IncomingHttpHeaders, peer: string | undefined) {
      const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
      const client = clientOf(peer, headers, trustedProxies);
      const visitor = (await visitors.today()).visitor(client.address, userAgent);
      const count = (uses: number) => takeEvents(cache, visitor.networkKeys, uses, log, parts.eventsPerMinute);
      const events = await readEvents(body, count);
      if (isKnownBot(userAgent)) return refuseAll(events, 'BOT_NOT_COUNTED');
      await count(events.length);

      const { authorization, host } = headers;
      const userId = authorization === undefined ? undefined : await userOf(authorization);
      const country = countryOf(client, headers);
      const receivedAt = clock().getTime();

      const known = await Promise.all(events.map(({ pageId }) => pages.find(pageId)));

      const visit = { visitor, receivedAt, country, userId, host };
      const activities: CodedActivity[] = [];
      const refused: { index: number; code: Refusal }[] = [];
      for (const [index, event] of events.entries()) {
        const page = known[index];
        const code = refusalOf(page, event.customField);
        if (page === undefined || code !== undefined) refused.push({ index, code: code ?? 'PAGE_NOT_FOUND' });
        else activities.push(activityOf(event, page, visit));
      }
      if (activities.length === 0) throw new DomainError(refused[0]?.code ?? 'PAGE_NOT_FOUND');
      await publisher.publish(encodeActivities(activities), activities.length);
      return { accepted: activities.length, refused };
    },
  };
}

export type Collector = ReturnType<typeof createCollector>;

function refusalOf(page: KnownPage | undefined, customField: string): Refusal | undefined {
  if (page === undefined) return 'PAGE_NOT_FOUND';
  if (!page.shown) return 'PAGE_NOT_SHOWN';
  return customField === '' || page.itemNames.includes(customField) ? undefined : 'ITEM_NOT_FOUND';
}

/** A body that cannot be read costs the network as much as an event. */
async function readEvents(body: unknown, count: (uses: number) => Promise<void>): Promise<readonly IncomingEvent[]> {
  try {
    return parseEvents(body);
  } catch (error) {
    await count(1);
    throw error;
  }
}

function refuseAll(events: readonly IncomingEvent[], code: Refusal): Collected {
  return { accepted: 0, refused: events.map((_, index) => ({ index, code })) };
}
