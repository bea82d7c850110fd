import { Agent, request } from 'node:http';

/** Asks for a page at a steady rate, whether or not the last answer has come, and tells how long each took. */
export async function pageTimes(url: string, seconds: number, perSecond: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const waiting: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < seconds * perSecond; sent += 1) {
    const due = startedAt + (sent * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    waiting.push(timeOf(agent, url, due));
  }
  const times = await Promise.all(waiting);
  agent.destroy();
  return times;
}

/** From when it was due: what could not be sent in time has waited, too. */
function timeOf(agent: Agent, url: string, due: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - due));
    });
    call.once('error', reject).end();
  });
}

/** Sends operations without an account, each as soon as the last is answered, until it is stopped. */
export function askWithoutEnd(origin: string, connections: number, queryOf: (turn: number) => string) {
  const statuses = new Map<number, number>();
  let stopped = false;
  let turn = 0;
  async function ask(): Promise<void> {
    while (!stopped) {
      turn += 1;
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: queryOf(turn) }),
      });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  }
  const asking = Promise.all(Array.from({ length: connections }, ask));
  return {
    /** How many answers of each status there were. */
    async stop(): Promise<ReadonlyMap<number, number>> {
      stopped = true;
      await asking;
      return statuses;
    },
  };
}
