import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPage, signUp, someAddress } from './api.ts';

const PER_SECOND = 200;
const TICK_MS = 10;
/** Above this number of pending requests the rate drops, so that a slow machine is not overloaded. */
const MAX_UNDER_WAY = 50;
/** Reports are by far the most expensive. */
const REPORT_EVERY = 50;
/** A page may be changed 120 times an hour: enough pages for eight minutes. */
const CHANGED_PAGES = 16;
const CHANGE_EVERY_MS = 250;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** By default the driver's. */
  readonly token?: string;
  /** Called after a 2xx answer. */
  readonly answered?: () => void;
}

/** Callers, and the page they use. */
export interface MixedLoadParts {
  readonly origin: string;
  readonly page: string;
  /** Tokens of the page's owner and of an administrator. */
  readonly driver: string;
  readonly admin: string;
}

export interface MixedLoad {
  /** Number of answers by status, with 2xx in one entry, and of failed connections by error code. */
  readonly answers: Map<string, number>;
  /** Ids of the views that were answered 202. */
  readonly acknowledged: ReadonlySet<string>;
  retried(): number;
  stop(): Promise<void>;
}

/**
 * Sends every kind of call at a steady rate. If a connection is refused, or was closed while idle, the call is retried
 * once.
 */
export function startMixedLoad({ origin, page, driver, admin }: MixedLoadParts): MixedLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_UNDER_WAY });
  const answers = new Map<string, number>();
  const acknowledged = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let retries = 0;
  let begunAt = performance.now();
  let count = 0;

  const event = (): Call => {
    const id = randomUUID();
    const body = JSON.stringify({ id, pageId: page, type: 'VIEW' });
    return { method: 'POST', path: '/api/public/events', body, answered: () => acknowledged.add(id) };
  };
  const calls: readonly (() => Call)[] = [
    () => ({ method: 'GET', path: `/d/${page}` }),
    event,
    () => ({ method: 'GET', path: '/api/pages/mine' }),
    event,
    () => ({ method: 'GET', path: '/api/support/inbox', token: admin }),
    () => ({ method: 'GET', path: `/d/${page}` }),
    () => ({ method: 'GET', path: '/api/auth/me' }),
    () => ({ method: 'GET', path: `/api/pages/${page}` }),
    event,
    () => ({ method: 'GET', path: `/d/${page}` }),
  ];
  const report = (): Call => ({ method: 'GET', path: `/api/pages/${page}/analytics` });

  async function send(sending: Call, mayRetry: boolean): Promise<string> {
    const { method, path, body, token = driver } = sending;
    const sent = request(origin + path, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': someAddress(),
        'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/147.0 Mobile Safari/537.36',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    sent.end(body);
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const body = await text(answer);
      const status = answer.statusCode ?? 0;
      if (status < 300) sending.answered?.();
      return status < 300 ? '2xx' : `${method} ${path.replace(page, '{id}')} ${status} ${body.slice(0, 200)}`;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (!mayRetry || !(code === 'ECONNREFUSED' || (code === 'ECONNRESET' && sent.reusedSocket))) {
        return `${method} ${path.replace(page, '{id}')} ${code}`;
      }
      retries += 1;
      return send(sending, false);
    }
  }

  const note = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1);

  /** Changes run in sequence: two at once would cause a legitimate conflict. */
  async function changeOften(): Promise<void> {
    // Of a driver of its own: an account has 20 pages at most, and there may be several loads.
    const { token } = await signUp(origin);
    const pages: string[] = [];
    while (pages.length < CHANGED_PAGES) pages.push(await createPage(origin, token));
    for (let change = 0; !stopped; change += 1) {
      const body = JSON.stringify({ displayName: `Name ${change}` });
      note(await send({ method: 'PATCH', path: `/api/pages/${pages[change % CHANGED_PAGES]}`, body, token }, true));
      await sleep(CHANGE_EVERY_MS);
    }
  }

  let stopped = false;
  // Told with the answers, or its rejection would end the process before anybody waits for it.
  const changing = changeOften().catch((error: unknown) => note(`changes of pages ended: ${error}`));
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begunAt) * PER_SECOND) / 1000);
    begunAt += (due * 1000) / PER_SECOND;
    for (let begun = 0; begun < due && underWay.size < MAX_UNDER_WAY; begun += 1) {
      count += 1;
      const next = count % REPORT_EVERY === 0 ? report : calls[count % calls.length];
      if (next === undefined) continue;
      const sending = send(next(), true)
        .then(note)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }, TICK_MS);

  return {
    answers,
    acknowledged,
    retried: () => retries,
    async stop() {
      clearInterval(timer);
      stopped = true;
      await Promise.all([...underWay, changing]);
      agent.destroy();
    },
  };
}
