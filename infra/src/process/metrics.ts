import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface ObservedRequest {
  readonly method: string;
  /** The route's pattern (`/api/pages/:id`), never the path; undefined where no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

/** Port for the measures of a service's own. Names are those of Prometheus, such as `ingest_batch_rows`. */
export interface Measures {
  /** Returns the way to add to it; 1 if nothing is given. */
  counter(name: string, help: string): (amount?: number) => void;
  /** Returns the way to add an observation. */
  histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void;
  /** Read whenever somebody asks for the metrics; a reading that fails shows as NaN. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

/** For processes that nobody measures. */
export const NO_MEASURES: Measures = {
  counter: () => () => undefined,
  histogram: () => () => undefined,
  gauge: () => undefined,
};

export interface Metrics extends Measures {
  observeRequest(request: ObservedRequest): void;
  /** Counts an answer that refused something, by its stable code. */
  countRefusal(code: string): void;
  /** What `/metrics` answers. */
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CODE = /^[A-Z][A-Z_]{0,39}$/;
/** More codes than any catalogue has; beyond it somebody passes text instead of codes. */
const MAX_CODES = 200;
/** At the default of 10 ms, looking at the event loop is most of what an idle process does. */
const LOOP_DELAY_EVERY_MS = 100;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A process's metrics in a registry of their own. Labels take a bounded set of values, whatever strangers send. */
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
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Answers that refused something, by code.',
    labelNames: ['code'],
    registers: [registry],
  });
  const codes = new Set<string>();

  return {
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] });
      return (amount = 1) => counter.inc(amount);
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets: [...buckets], registers: [registry] });
      return (value) => histogram.observe(value);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // One server that does not answer must not take the other figures along.
          this.set(
            await Promise.resolve()
              .then(read)
              .catch(() => Number.NaN),
          );
        },
      });
    },
    observeRequest({ method, route = 'none', status, seconds }) {
      requests.observe(
        { method: METHODS.has(method) ? method : 'OTHER', route, status: `${Math.floor(status / 100)}xx` },
        seconds,
      );
    },
    countRefusal(code) {
      const known = codes.has(code) || (CODE.test(code) && codes.size < MAX_CODES);
      if (known) codes.add(code);
      refusals.inc({ code: known ? code : 'OTHER' });
    },
    async render() {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}
