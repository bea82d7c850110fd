import type { LogRecord } from '@volant/infra/message-log/message-log';
import { traceRequests } from '@volant/infra/process/observability/tracing';
import { type RecordedSpans, recordSpans } from '@volant/infra/testing/recorded-spans';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type ReportedPage, startHarness } from './testing/analytics-harness.ts';

let harness: Harness;
let page: ReportedPage;
let spans: RecordedSpans | undefined;
const published: LogRecord['headers'][] = [];

beforeAll(async () => {
  harness = await startHarness({
    prepareServer: traceRequests,
    wrapLog: (log) => ({
      ...log,
      publish: (topic, records, options) => {
        if (topic.includes('activity')) published.push(...records.map(({ headers = {} }) => headers));
        return log.publish(topic, records, options);
      },
    }),
  });
  page = await harness.knownPage();
});
afterAll(async () => {
  await spans?.stop();
  await harness.close();
});

const scan = (headers = {}) => harness.post({ pageId: page.uid, type: 'VIEW' }, headers);

it('adds no headers to records while tracing is off', async () => {
  expect((await scan()).status).toBe(202);
  await harness.settle();
  expect(published.length).toBeGreaterThan(0);
  expect(published.flatMap(Object.keys)).toEqual([]);
});

it('follows a scan from the phone’s request through the log to the rows, in one trace or by links', async () => {
  spans = recordSpans();
  const recorded = spans;
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  expect((await scan({ traceparent: `00-${traceId}-b7ad6b7169203331-01` })).status).toBe(202);
  await harness.settle();

  const ofTrace = () => recorded.all().filter((span) => span.spanContext().traceId === traceId);
  await expect.poll(() => ofTrace().map(({ name }) => name)).toContain('ingest pages.activity.v1');
  const named = (name: string) => ofTrace().find((span) => span.name === name);
  const [request, publishing, ingested, inserted] = [
    named('POST /api/public/events'),
    named('publish pages.activity.v1'),
    named('ingest pages.activity.v1'),
    named('insert activities'),
  ];
  expect(publishing?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  expect(ingested?.parentSpanContext?.spanId).toBe(publishing?.spanContext().spanId);
  expect(inserted?.parentSpanContext?.spanId).toBe(ingested?.spanContext().spanId);

  // Requests that arrive together are written together; each request's trace must continue to the rows.
  await Promise.all(Array.from({ length: 12 }, () => scan()));
  await harness.settle();
  const requests = () => recorded.all().filter(({ name }) => name === 'POST /api/public/events');
  await expect.poll(() => requests().length).toBe(13);
  const writes = recorded.all().filter(({ name }) => name === 'publish pages.activity.v1');
  const reached = writes.flatMap(({ parentSpanContext, links }) => [
    parentSpanContext,
    ...links.map((link) => link.context),
  ]);
  expect(new Set(reached.map((cause) => cause?.spanId))).toEqual(
    new Set(requests().map((request) => request.spanContext().spanId)),
  );
});
