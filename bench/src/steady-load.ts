import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** Sends one event per request at a steady rate until stopped; every request comes from another visitor. */
export function steadyLoad(origin: string, pageId: string, eventsPerSecond: number) {
  const TICK_MS = 20;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(origin);
  let sent = 0;
  let failed = 0;

  const send = () => {
    const body = JSON.stringify({ id: randomUUID(), pageId, type: 'VIEW' });
    const address = `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`;
    const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': address };
    const call = request({ agent, hostname, port, method: 'POST', path: '/api/public/events', headers }, (response) => {
      if (response.statusCode !== 202) failed += 1;
      response.resume();
    });
    call.on('error', () => {
      failed += 1;
    });
    call.end(body);
    sent += 1;
  };

  const startedAt = performance.now();
  const timer = setInterval(() => {
    // Catches up after a slow tick, so that the mean rate holds.
    const due = Math.floor(((performance.now() - startedAt) / 1000) * eventsPerSecond);
    while (sent < due) send();
  }, TICK_MS);

  return {
    /** Requests so far, and those not answered 202. */
    counts: () => ({ sent, failed, perSecond: sent / ((performance.now() - startedAt) / 1000) }),
    stop() {
      clearInterval(timer);
      agent.destroy();
    },
  };
}
