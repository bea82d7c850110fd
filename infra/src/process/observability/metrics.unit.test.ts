import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('renders requests by route and refusals by code, in its own registry', async () => {
  const metrics = createMetrics({ name: 'gateway' });
  metrics.observeRequest({ method: 'GET', route: '/d/:id', status: 200, seconds: 0.003 });
  metrics.countRefusal('PAGE_NOT_FOUND');
  const { body, contentType } = await metrics.render();
  expect(contentType).toContain('text/plain');
  expect(body).toContain(
    'http_request_duration_seconds_count{process="gateway",method="GET",route="/d/:id",status="2xx"} 1',
  );
  expect(body).toContain('refusals_total{code="PAGE_NOT_FOUND",process="gateway"} 1');
  expect(body).toContain('process_resident_memory_bytes');
  expect((await createMetrics({ name: 'other' }).render()).body).not.toContain('PAGE_NOT_FOUND');
});

it('bounds the number of label values, whatever clients send', async () => {
  const metrics = createMetrics({ name: 'gateway' });
  for (let n = 0; n < 300; n += 1) {
    metrics.observeRequest({ method: `X${n}`, route: undefined, status: 400 + (n % 100), seconds: 0 });
    metrics.countRefusal(`text ${n}`);
  }
  const { body } = await metrics.render();
  expect(body).toContain(
    'http_request_duration_seconds_count{process="gateway",method="OTHER",route="none",status="4xx"} 300',
  );
  expect(body.match(/^refusals_total\{/gm)).toEqual(['refusals_total{', 'refusals_total{']);
  expect(body).toContain('refusals_total{code="OTHER",process="gateway"} 300');
});

it('exports unexpected errors as 0 before the first, so that a rate sees it', async () => {
  const { body } = await createMetrics({ name: 'pages' }).render();
  expect(body).toContain('refusals_total{code="INTERNAL",process="pages"} 0');
});

it('exports a service’s metrics even if one reading fails or hangs', async () => {
  const metrics = createMetrics({ name: 'analytics' });
  const count = metrics.counter('events_total', 'Events.');
  const observe = metrics.histogram('batch_rows', 'Rows.', [1, 10, 100]);
  metrics.gauge('lag_records', 'Lag.', async () => 7);
  metrics.gauge('spool_bytes', 'Spool.', () => Promise.reject(new Error('no answer')));
  metrics.gauge('waiting', 'Waiting.', () => new Promise(() => undefined));
  count();
  count(2);
  observe(50);
  const { body } = await metrics.render();
  expect(body).toContain('events_total{process="analytics"} 3');
  expect(body).toContain('batch_rows_bucket{le="100",process="analytics"} 1');
  expect(body).toContain('lag_records{process="analytics"} 7');
  expect(body).toContain('spool_bytes{process="analytics"} Nan');
  expect(body).toContain('waiting{process="analytics"} Nan');
});

it('separates readings of one name by label, and refusals by code', async () => {
  const metrics = createMetrics({ name: 'pages' });
  metrics.gauge('behind', 'Behind.', () => 3, { view: 'one' });
  metrics.gauge('behind', 'Behind.', () => Promise.reject(new Error('no answer')), { view: 'other' });
  const refused = metrics.refusals('sign_ins_refused_total', 'Refused.');
  refused('INVALID_CREDENTIALS');
  refused('a text from somewhere');
  const { body } = await metrics.render();
  expect(body.match(/^behind\{.*/gm)).toEqual([
    'behind{view="one",process="pages"} 3',
    'behind{view="other",process="pages"} Nan',
  ]);
  expect(body.match(/^sign_ins_refused_total\{.*/gm)).toEqual([
    'sign_ins_refused_total{code="INVALID_CREDENTIALS",process="pages"} 1',
    'sign_ins_refused_total{code="OTHER",process="pages"} 1',
  ]);
});
