import { z } from 'zod';
import type { RunningServer } from './servers.ts';
import { steadyLoad } from './steady-load.ts';

const DEMO_DRIVER = { email: 'taxi@example.com', password: 'volant-demo' };
const DEMO_PAGE = 'demo-taxi';
const BUSY_PAGE = 'demo-berline';

const report = z.object({ summary: z.object({ clicks: z.number() }) });

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_DRIVER),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

/** Under a steady load on another page: how long after its 202 a tap stands in its owner's report. */
export async function measureFreshness(
  { origin }: RunningServer,
  { eventsPerSecond, seconds }: { readonly eventsPerSecond: number; readonly seconds: number },
) {
  const token = await signIn(origin);
  const clicks = async () => {
    const response = await fetch(`${origin}/api/pages/${DEMO_PAGE}/analytics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return report.parse(await response.json()).summary.clicks;
  };
  const load = steadyLoad(origin, BUSY_PAGE, eventsPerSecond);
  const delays: number[] = [];
  const until = performance.now() + seconds * 1000;

  while (performance.now() < until) {
    const before = await clicks();
    const response = await fetch(`${origin}/api/public/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pageId: DEMO_PAGE, type: 'CLICK_CALL' }),
    });
    if (response.status !== 202) throw new Error(`an event was answered ${response.status}`);
    const answeredAt = performance.now();
    while ((await clicks()) <= before) {
      if (performance.now() - answeredAt > 30_000) throw new Error('an event was not seen within 30 s');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    delays.push(performance.now() - answeredAt);
  }
  load.stop();
  const { failed, perSecond } = load.counts();
  if (failed > 0) throw new Error(`${failed} events of the load were refused`);

  delays.sort((a, b) => a - b);
  return {
    samples: delays.length,
    eventsPerSecond: perSecond,
    medianMs: delays[Math.floor(delays.length / 2)] ?? Number.NaN,
    p95Ms: delays[Math.ceil(delays.length * 0.95) - 1] ?? Number.NaN,
  };
}
