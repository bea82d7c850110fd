import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';

/** A request of a steady load, and the status that answers it well. */
export interface SteadyCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string;
  readonly wanted: number;
}

const someAddress = () => `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`;

/** A view of a page, by another visitor each time. */
export function viewOf(pageId: string): SteadyCall {
  const body = JSON.stringify({ id: randomUUID(), pageId, type: 'VIEW' });
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-forwarded-for': someAddress(),
  };
  return { method: 'POST', path: '/api/public/events', headers, body, wanted: 202 };
}

/** Sends requests at a steady rate until stopped. */
export function steadyLoad(origin: string, perSecond: number, next: () => SteadyCall) {
  const TICK_MS = 20;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(origin);
  let sent = 0;
  let failed = 0;

  const send = () => {
    const { method, path, headers, body, wanted } = next();
    const answered = (response: IncomingMessage) => {
      if (response.statusCode !== wanted) failed += 1;
      response.resume();
    };
    const call = request({ agent, hostname, port, method, path, headers }, answered);
    call.on('error', () => {
      failed += 1;
    });
    call.end(body);
    sent += 1;
  };

  const startedAt = performance.now();
  const timer = setInterval(() => {
    // Catches up after a slow tick, so that the rate holds over time.
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (sent < due) send();
  }, TICK_MS);

  return {
    /** Requests sent, and those answered otherwise, so far. */
    counts: () => ({ sent, failed, perSecond: sent / ((performance.now() - startedAt) / 1000) }),
    stop() {
      clearInterval(timer);
      agent.destroy();
    },
  };
}
