import type { Browser, CDPSession, Page } from 'playwright-core';

/** Lighthouse's "slow 4G": round trip 150 ms, 1.6 Mbit/s down, 750 kbit/s up, and a phone's CPU. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

export interface Visit {
  readonly lcpMs: number;
  readonly layoutShift: number;
  readonly bytesBeforeLcp: number;
  readonly scriptBytes: number;
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

function paintsOf(page: Page): Promise<{ lcpMs: number; layoutShift: number }> {
  return page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const seen: PerformanceEntry[] = [];
        new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type, buffered: true });
        setTimeout(() => resolve(seen), 300);
      });
    const paints = await entries('largest-contentful-paint');
    const shifts = (await entries('layout-shift')) as (PerformanceEntry & { value: number })[];
    return {
      lcpMs: paints.at(-1)?.startTime ?? Number.NaN,
      layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  });
}

/** A first visit with a passenger's phone. */
export async function visitByPhone(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await throttle(session);

  const finished: { readonly at: number; readonly bytes: number; readonly script: boolean }[] = [];
  const scripts = new Set<string>();
  let startedAt: number | undefined;
  session.on('Network.requestWillBeSent', ({ timestamp }) => {
    startedAt ??= timestamp;
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    finished.push({
      at: (timestamp - (startedAt ?? timestamp)) * 1000,
      bytes: encodedDataLength,
      script: scripts.has(requestId),
    });
  });

  await page.goto(address, { waitUntil: 'load' });
  const { lcpMs, layoutShift } = await paintsOf(page);
  await context.close();
  return {
    lcpMs,
    layoutShift,
    bytesBeforeLcp: finished.filter(({ at }) => at <= lcpMs).reduce((sum, { bytes }) => sum + bytes, 0),
    scriptBytes: finished.filter(({ script }) => script).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
