import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

/** Requests a page at a steady rate, without waiting for answers, and returns the time of each. */
export async function pageTimes(url: string, seconds: number, perSecond: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const waiting: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < seconds * perSecond; sent += 1) {
    const due = startedAt + (sent * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    waiting.push(timeOf(agent, url));
  }
  const times = await Promise.all(waiting);
  agent.destroy();
  return times;
}

function timeOf(agent: Agent, url: string): Promise<number> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - sentAt));
    });
    call.once('error', reject).end();
  });
}

const HEADERS = { 'content-type': 'application/json' };

/** Milliseconds to answer an operation sent without an account from that address. */
export async function ask(origin: string, query: string, address: string): Promise<number> {
  const headers = { ...HEADERS, 'x-forwarded-for': address };
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Sends operations without an account, each as soon as the last is answered; resolves with the number of answers by
 * status.
 */
export async function askWithoutPause(
  origin: string,
  queries: readonly string[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Readonly<Record<string, number>>> {
  const { statusCodeStats = {} } = await autocannon({
    url: `${origin}/graphql`,
    connections,
    duration: seconds,
    // Use another thread than the one that measures times.
    workers: 1,
    requests: queries.map((query) => ({ method: 'POST' as const, headers: HEADERS, body: JSON.stringify({ query }) })),
  });
  return Object.fromEntries(Object.entries(statusCodeStats).map(([status, { count = 0 }]) => [status, count]));
}
