import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { someAddress } from './api.ts';

export const EVENT_TYPES = ['VIEW', 'CLICK_CALL', 'CLICK_WHATSAPP', 'CLICK_EMAIL', 'CLICK_VCARD'] as const;

export interface SentEvent {
  readonly pageId: string;
  readonly type: (typeof EVENT_TYPES)[number];
  /** Day in Paris, as in reports. */
  readonly day: string;
}

export interface EventLoadParts {
  /** Where to send; called for each event. */
  readonly origin: () => string;
  readonly pages: readonly string[];
  readonly perSecond: number;
  /** Share of events that are sent again although they were answered. */
  readonly duplicates?: number;
}

export interface EventLoad {
  /** Events that were answered 202, by id. */
  readonly acknowledged: ReadonlyMap<string, SentEvent>;
  /** Number of other answers by status; 0 for no answer. The event was sent again afterwards. */
  readonly refusals: ReadonlyMap<number, number>;
  /** Requests so far, including repetitions. */
  sent(): number;
  /** Stops new events and resolves when each sent event has its 202: an event without one may or may not be stored. */
  stop(): Promise<void>;
}

const TICK_MS = 10;
const TRY_AGAIN_MS = 1_000;
const ANSWERED_WITHIN_MS = 20_000;
/** Above this number of pending requests the rate drops, so that a slow machine is not overloaded. */
const MAX_UNDER_WAY = 200;

/** Sends events at a steady rate without waiting for answers, as visitors do. */
export function startEventLoad({ origin, pages, perSecond, duplicates = 0 }: EventLoadParts): EventLoad {
  const acknowledged = new Map<string, SentEvent>();
  const refusals = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_UNDER_WAY });
  let begunAt = performance.now();
  let requests = 0;

  async function send(id: string, event: SentEvent): Promise<void> {
    const { pageId, type } = event;
    for (;;) {
      requests += 1;
      const status = await post(agent, origin(), { id, pageId, type }).catch(() => 0);
      if (status === 202) {
        acknowledged.set(id, event);
        return;
      }
      refusals.set(status, (refusals.get(status) ?? 0) + 1);
      await sleep(TRY_AGAIN_MS);
    }
  }

  async function sendSome(): Promise<void> {
    const now = Date.now();
    const event = { pageId: oneOf(pages), type: oneOf(EVENT_TYPES), day: parisDay(now) };
    const id = eventId(now);
    await send(id, event);
    if (Math.random() < duplicates) await send(id, event);
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begunAt) * perSecond) / 1000);
    begunAt += (due * 1000) / perSecond;
    for (let begun = 0; begun < due && underWay.size < MAX_UNDER_WAY; begun += 1) {
      const sending = sendSome().finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }, TICK_MS);

  return {
    acknowledged,
    refusals,
    sent: () => requests,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}

const DAY_MS = 24 * 3_600_000;
/** The maximal number of events in one request. */
const TOGETHER = 50;
/** The product does not accept older times. */
const OLDEST_DAYS = 6;

/**
 * Sends events of the last days as fast as the product accepts them, many per request and some of them twice.
 * @returns all of them, by id, when they have been answered 202
 */
export async function sendEvents(
  origin: string,
  pages: readonly string[],
  count: number,
  duplicates = 0.05,
): Promise<ReadonlyMap<string, SentEvent>> {
  const acknowledged = new Map<string, SentEvent>();
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let begun = 0;
  async function sender(): Promise<void> {
    while (begun < count) {
      const dated = Array.from({ length: Math.min(TOGETHER, count - begun) }, () => {
        const at = Date.now() - Math.floor(Math.random() * OLDEST_DAYS * DAY_MS);
        return { id: eventId(at), pageId: oneOf(pages), type: oneOf(EVENT_TYPES), day: parisDay(at) };
      });
      begun += dated.length;
      const events = dated.map(({ id, pageId, type }) => ({ id, pageId, type }));
      for (let left = Math.random() < duplicates ? 2 : 1; left > 0; ) {
        const status = await post(agent, origin, { events }).catch(() => 0);
        if (status === 202) left -= 1;
        else if (status === 0 || status === 429 || status === 503) await sleep(TRY_AGAIN_MS);
        else throw new Error(`events were answered ${status}`);
      }
      for (const { id, ...event } of dated) acknowledged.set(id, event);
    }
  }
  try {
    await Promise.all([sender(), sender(), sender(), sender()]);
  } finally {
    agent.destroy();
  }
  return acknowledged;
}

/** Like `call`, but with few connections for many events. */
async function post(agent: Agent, origin: string, event: object): Promise<number> {
  const sent = request(`${origin}/api/public/events`, {
    method: 'POST',
    agent,
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/147.0 Mobile Safari/537.36',
    },
  });
  sent.end(JSON.stringify(event));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}

/** The expected report of a page for these events. */
export function expectedReport(events: Iterable<SentEvent>, pageId: string) {
  const own = [...events].filter((event) => event.pageId === pageId);
  const clicks = own.filter(({ type }) => type !== 'VIEW');
  const of = (type: SentEvent['type']) => own.filter((event) => event.type === type).length;
  const days = [...new Set(own.map(({ day }) => day))].sort();
  return {
    summary: {
      views: of('VIEW'),
      clicks: clicks.length,
      clicksByType: {
        call: of('CLICK_CALL'),
        whatsapp: of('CLICK_WHATSAPP'),
        email: of('CLICK_EMAIL'),
        vcard: of('CLICK_VCARD'),
      },
    },
    chartData: days.map((date) => ({
      date,
      views: own.filter(({ type, day }) => day === date && type === 'VIEW').length,
      clicks: clicks.filter(({ day }) => day === date).length,
    })),
  };
}

/** A UUIDv7 like those of the public page's script: it contains the day for which the event counts. */
function eventId(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function oneOf<T>(list: readonly T[]): T {
  const found = list[Math.floor(Math.random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

const PARIS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' });

function parisDay(at: number): string {
  return PARIS.format(at);
}
