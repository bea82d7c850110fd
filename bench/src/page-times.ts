import { Agent, request } from 'node:http';

/** Requests a page at a steady rate, without waiting for answers, until `until` ends; returns the time of each. */
export async function pageTimes(url: string, perSecond: number, until: Promise<unknown>): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const waiting: Promise<number>[] = [];
  let ended = false;
  const end = () => {
    ended = true;
  };
  until.then(end, end);
  const startedAt = performance.now();
  while (!ended) {
    const due = startedAt + (waiting.length * 1000) / perSecond;
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
