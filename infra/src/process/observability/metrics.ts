import type { FastifyInstance } from 'fastify';
import pTimeout from 'p-timeout';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface ObservedRequest {
  readonly method: string;
  /** The route's pattern (`/api/pages/:id`), never the path; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

/** Port for a service's own metrics. Names follow Prometheus, such as `ingest_batch_rows`. */
export interface Measures {
  /** Counts a refusal by its stable code. */
  countRefusal(code: string): void;
  /** Returns a function that adds to the counter; 1 by default. */
  counter(name: string, help: string): (amount?: number) => void;
  /** Returns a function that counts a refusal by its stable code. */
  refusals(name: string, help: string): (code: string) => void;
  /** Returns a function that adds an observation. */
  histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void;
  /**
   * Read on every scrape; a reading that fails, or takes half a second, shows as NaN.
   * @param of label of this reading, if several share a name
   */
  gauge(name: string, help: string, read: () => number | Promise<number>, of?: { readonly view: string }): void;
}

/** For processes without metrics. */
export const NO_MEASURES: Measures = {
  countRefusal: () => undefined,
  counter: () => () => undefined,
  refusals: () => () => undefined,
  histogram: () => () => undefined,
  gauge: () => undefined,
};

/** A value of a metric. */
export interface Figure {
  readonly name: string;
  /** The view or queue, if several have it. */
  readonly of?: string | undefined;
  /** Absent: it cannot be read. */
  readonly value?: number | undefined;
}

export interface Metrics extends Measures {
  observeRequest(request: ObservedRequest): void;
  /** The response of `/metrics`. */
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
  /** The values of gauges and counters of these names; those that the process does not have are left out. */
  read(names: readonly string[]): Promise<readonly Figure[]>;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CODE = /^[A-Z][A-Z_]{0,39}$/;
/** More than any catalogue has; beyond it a caller must be passing texts instead of codes. */
const MAX_CODES = 200;
/**
 * At the default of 10 ms, measuring the event loop is most of an idle process's work. Measured delays include this
 * interval, and the alarm on them (`EventLoopIsSlow`) is set to twice as much.
 */
const LOOP_DELAY_EVERY_MS = 250;
/** Otherwise Prometheus would time out, and lose all metrics of the process in the middle of an outage. */
const READ_WITHIN_MS = 500;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A process's metrics in their own registry. Labels have a bounded set of values, whatever clients send. */
export function createMetrics(process: { readonly name: string }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: process.name });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_DELAY_EVERY_MS });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const gauges = new Map<string, (() => Promise<void>)[]>();
  const refused = countCodes('refusals_total', 'Answers that refused something, by code.', ['INTERNAL']);

  /** @param shown codes initialised to 0: Prometheus sees no increase in a series that first appears with 1 */
  function countCodes(name: string, help: string, shown: readonly string[] = []): (code: string) => void {
    const counter = new Counter({ name, help, labelNames: ['code'], registers: [registry] });
    for (const code of shown) counter.inc({ code }, 0);
    const codes = new Set<string>();
    return (code) => {
      const known = codes.has(code) || (CODE.test(code) && codes.size < MAX_CODES);
      if (known) codes.add(code);
      counter.inc({ code: known ? code : 'OTHER' });
    };
  }

  return {
    countRefusal: refused,
    refusals: countCodes,
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] });
      return (amount = 1) => counter.inc(amount);
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets: [...buckets], registers: [registry] });
      return (value) => histogram.observe(value);
    },
    gauge(name, help, read, of) {
      const readings = gauges.get(name) ?? [];
      const gauge =
        readings.length > 0
          ? (registry.getSingleMetric(name) as Gauge<'view'>)
          : new Gauge({
              name,
              help,
              labelNames: ['view'],
              registers: [registry],
              collect: async () => void (await Promise.all(readings.map((reading) => reading()))),
            });
      readings.push(async () => {
        // A server that does not answer must neither drop the other metrics nor delay the scrape.
        const value = await pTimeout(Promise.resolve().then(read), { milliseconds: READ_WITHIN_MS }).catch(
          () => Number.NaN,
        );
        gauge.set(of ?? {}, value);
      });
      gauges.set(name, readings);
    },
    observeRequest({ method, route = 'none', status, seconds }) {
      requests.observe(
        { method: METHODS.has(method) ? method : 'OTHER', route, status: `${Math.floor(status / 100)}xx` },
        seconds,
      );
    },
    async render() {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
    async read(names) {
      const metrics = await Promise.all(names.map((name) => registry.getSingleMetric(name)?.get()));
      return metrics.flatMap((metric) =>
        (metric?.values ?? []).map(({ value, labels }) => ({
          name: metric?.name ?? '',
          of: labels.view?.toString(),
          value: Number.isFinite(value) ? value : undefined,
        })),
      );
    },
  };
}

/** Observes every request of the server, by its route's pattern. */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const { method, routeOptions } = request;
    metrics.observeRequest({ method, route: routeOptions.url, status, seconds: elapsedTime / 1000 });
    done();
  });
}
