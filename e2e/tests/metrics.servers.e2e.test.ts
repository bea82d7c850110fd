import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { drawnQueries, queriedMetrics } from '../../scripts/k8s/metrics.ts';
import { call, createPage, eventually, readReport, signUp } from '../src/api.ts';
import { type Processes, type ProcessName, startProcesses } from '../src/processes.ts';
import { temporaryDirectory } from '../src/product.ts';
import { PROMETHEUS, startPrometheus } from '../src/prometheus.ts';

let product: Processes;

beforeAll(async () => {
  // With a mailbox that is away: its age is shown although it was never read.
  product = await startProcesses(inject('servers'), {
    VOLANT_SUPPORT_MAILBOX: 'support@example.org',
    VOLANT_SUPPORT_IMAP_URL: 'imap://127.0.0.1:1',
  });
});
afterAll(async () => {
  if (product !== undefined) expect(await product.stop()).toBe(0);
});

async function samples(): Promise<readonly string[]> {
  const texts = Object.values(product.running).map(async ({ operations }) =>
    (await fetch(`${operations()}/metrics`)).text(),
  );
  const lines = (await Promise.all(texts)).flatMap((text) => text.split('\n'));
  return [...new Set(lines.flatMap((line) => /^([a-z_0-9]+)[{ ].*[\d.]$/.exec(line)?.[1] ?? []))].sort();
}

test('a product in use exposes every metric of dashboards, alerts and scalers', async () => {
  const driver = await signUp(product.origin);
  const page = await createPage(product.origin, driver.token);
  const wrong = { email: driver.email, password: 'another long password' };
  expect((await call(product.origin, 'POST', '/api/auth/login', wrong)).status).toBe(401);
  const view = () =>
    call(product.origin, 'POST', '/api/public/events', { id: randomUUID(), pageId: page, type: 'VIEW' });
  await eventually(view, ({ status }) => status === 202);
  await eventually(
    () => readReport(product.origin, driver.token, page),
    ({ summary }) => summary?.views > 0,
  );

  const queried = queriedMetrics();
  expect(queried.length).toBeGreaterThan(20);
  const missing = await eventually(
    async () => {
      const shown = new Set(await samples());
      return queried.filter((name) => !shown.has(name));
    },
    ({ length }) => length === 0,
  );
  expect(missing).toEqual([]);
});

/** Views that report their lag in commits or records; it is NaN after a late answer of a server. */
function viewsIn(what: string, text: string): readonly string[] {
  return (
    [...text.matchAll(new RegExp(`^view_behind_${what}\\{.*view="([^"]+)".*\\} \\S+$`, 'gm'))]
      // Names of views with profiles end in the number of texts that a profile has.
      .map(([, view = '']) => view.replace(/^(pages-6|gateway-pages-2)-\d+$/, '$1'))
      .sort()
  );
}

test('figures are separate by view and by reason', async () => {
  const text = async (name: ProcessName) => (await fetch(`${product.running[name].operations()}/metrics`)).text();
  const identity = await text('identity');
  expect(identity).toMatch(/^sign_ins_refused_total\{code="INVALID_CREDENTIALS",process="identity"\} 1$/m);
  for (const [process, views] of [
    [identity, ['users-6', 'sessions-3']],
    [await text('pages'), ['pages-6', 'images', 'deletions', 'batches-4']],
    [await text('support'), ['inbox-7', 'canned-replies-1', 'announcements-1']],
  ] as const) {
    expect(viewsIn('commits', process)).toEqual([...views].sort());
  }
  const topicViews = {
    gateway: 'gateway-pages-2',
    pages: 'known-users',
    support: 'staff',
    analytics: 'collected-pages-2',
  };
  for (const [process, view] of Object.entries(topicViews)) {
    expect(viewsIn('records', await text(process as ProcessName))).toEqual([view]);
  }
});

/** Series that only exist after faults. */
const FAULTS = /status="5xx"|code="UNAVAILABLE"|folding_/;

test.skipIf(PROMETHEUS === undefined)('every panel of the dashboards has data', async () => {
  const directory = await temporaryDirectory();
  const prometheus = await startPrometheus(PROMETHEUS ?? '', directory.path, Object.values(product.running));
  try {
    const queries = drawnQueries();
    const origin = product.origin;
    const driver = await signUp(origin);
    const page = await createPage(origin, driver.token);
    /** Creates activity for every panel. */
    const use = async () => {
      await fetch(`${origin}/d/${page}`);
      await call(origin, 'POST', '/api/public/events', { id: randomUUID(), pageId: page, type: 'VIEW' });
      await call(origin, 'POST', '/api/public/events', { id: randomUUID(), pageId: 'none', type: 'VIEW' });
      await call(origin, 'POST', '/api/auth/login', { email: driver.email, password: 'another long password' });
      await call(origin, 'POST', '/api/support/contact', { name: '', email: 'x', subject: '', message: '' });
      await call(origin, 'GET', '/api/support/inbox', undefined, { token: driver.token });
      await readReport(origin, driver.token, page);
      await call(origin, 'POST', '/graphql', { query: '{ me { id } }' });
    };
    const empty = await eventually(
      async () => {
        await use();
        const drawn = queries.map(async ({ of, query }) => {
          const values = await prometheus.ask(query.replaceAll('$__rate_interval', '30s'));
          return values.some((value) => !Number.isNaN(value)) || FAULTS.test(query) ? [] : [of];
        });
        return (await Promise.all(drawn)).flat();
      },
      ({ length }) => length === 0,
    );
    expect(empty).toEqual([]);
    expect(queries.length).toBeGreaterThan(30);
  } finally {
    await prometheus.stop();
    await directory.remove();
  }
});
