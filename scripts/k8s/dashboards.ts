import { jsonLines } from '../json-lines.ts';

/** Grafana's dashboards as data. `npm run k8s -- dashboards` writes them to k8s/components/monitoring/dashboards. */
interface Panel {
  readonly title: string;
  /** Grafana's unit names: s, reqps, bytes, percentunit, short. */
  readonly unit: string;
  /** Legend → expression. */
  readonly queries: Readonly<Record<string, string>>;
}

const rate = (name: string, by: string, labels = '') => `sum by (${by}) (rate(${name}${labels}[$__rate_interval]))`;
const p95 = (name: string, by = '', labels = '') =>
  `histogram_quantile(0.95, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${name}_bucket${labels}[$__rate_interval])))`;
const EVENTS = '{route="/api/public/events"}';
const PAGE = '{process="gateway",route="/d/:id"}';

/** Dashboards and their panels, each panel an operator's question. */
export const DASHBOARDS: Readonly<Record<string, readonly Panel[]>> = {
  overview: [
    {
      title: 'Scans taken in',
      unit: 'reqps',
      queries: { scans: rate('http_request_duration_seconds_count', 'process', EVENTS) },
    },
    {
      title: 'Public pages',
      unit: 'reqps',
      queries: { '{{status}}': rate('http_request_duration_seconds_count', 'status', PAGE) },
    },
    { title: 'Public page, p95', unit: 's', queries: { p95: p95('http_request_duration_seconds', '', PAGE) } },
    { title: 'From 202 to the report, p95', unit: 's', queries: { p95: p95('ingest_delay_seconds') } },
    { title: 'Waiting for ClickHouse', unit: 'short', queries: { records: 'max(ingest_lag_records)' } },
    {
      title: 'Waiting on disks for Kafka',
      unit: 'bytes',
      queries: { '{{pod}}': 'sum by (pod) (collect_spool_bytes)' },
    },
  ],
  scans: [
    {
      title: 'Requests with events',
      unit: 'reqps',
      queries: { '{{status}}': rate('http_request_duration_seconds_count', 'status', EVENTS) },
    },
    { title: 'Time to 202, p95', unit: 's', queries: { p95: p95('http_request_duration_seconds', '', EVENTS) } },
    {
      title: 'Refused, by reason',
      unit: 'reqps',
      queries: { '{{code}}': rate('refusals_total', 'code', '{process="analytics"}') },
    },
    {
      title: 'Writes that went to the spool',
      unit: 'reqps',
      queries: { '{{pod}}': rate('collect_spooled_total', 'pod') },
    },
    { title: 'Oldest in the spool', unit: 's', queries: { '{{pod}}': 'max by (pod) (collect_spool_age_seconds)' } },
    { title: 'Unreadable', unit: 'reqps', queries: { unreadable: rate('ingest_dead_total', 'process') } },
  ],
  services: [
    {
      title: 'Requests',
      unit: 'reqps',
      queries: { '{{process}}': rate('http_request_duration_seconds_count', 'process') },
    },
    {
      title: 'Failed',
      unit: 'reqps',
      queries: { '{{process}} {{pod}}': rate('http_request_duration_seconds_count', 'process, pod', '{status="5xx"}') },
    },
    {
      title: 'Time of an answer, p95',
      unit: 's',
      queries: { '{{process}}': p95('http_request_duration_seconds', 'process') },
    },
    { title: 'Event loop, p99', unit: 's', queries: { '{{pod}}': 'max by (pod) (nodejs_eventloop_lag_p99_seconds)' } },
    {
      title: 'Views behind their store, in commits',
      unit: 'short',
      queries: { '{{view}} {{pod}}': 'max by (view, pod) (view_behind_commits)' },
    },
    {
      title: 'Views behind their topic, in records',
      unit: 'short',
      queries: { '{{view}} {{pod}}': 'max by (view, pod) (view_behind_records)' },
    },
    { title: 'Memory', unit: 'bytes', queries: { '{{pod}}': 'max by (pod) (process_resident_memory_bytes)' } },
    { title: 'Processor', unit: 'short', queries: { '{{pod}}': rate('process_cpu_seconds_total', 'pod') } },
  ],
  stores: [
    { title: 'Time of an insert, p95', unit: 's', queries: { p95: p95('ingest_insert_seconds') } },
    { title: 'Rows of an insert, p95', unit: 'short', queries: { p95: p95('ingest_batch_rows') } },
    { title: 'Rows', unit: 'short', queries: { 'rows a second': rate('ingest_batch_rows_sum', 'process') } },
    {
      title: 'Statements of ClickHouse, p95',
      unit: 's',
      queries: { '{{pod}}': p95('clickhouse_statement_seconds', 'pod') },
    },
    {
      title: 'Statements slower than a second, and failed ones',
      unit: 'reqps',
      queries: {
        'slow {{pod}}': `${rate('clickhouse_statement_seconds_count', 'pod')} - ${rate('clickhouse_statement_seconds_bucket', 'pod', '{le="1"}')}`,
        'failed {{pod}}': rate('clickhouse_failed_total', 'pod'),
      },
    },
    { title: 'Time of folding, p95', unit: 's', queries: { p95: p95('folding_seconds') } },
    {
      title: 'Folding: since the last one, and failures of an hour',
      unit: 's',
      queries: {
        'since the last': 'time() - max(folding_succeeded_timestamp_seconds > 0)',
        failures: 'sum(increase(folding_failed_total[1h]))',
      },
    },
    {
      title: 'Answers that a server was away',
      unit: 'reqps',
      queries: { '{{process}}': rate('refusals_total', 'process', '{code="UNAVAILABLE"}') },
    },
  ],
  people: [
    {
      title: 'Sign-ins refused, by reason',
      unit: 'reqps',
      queries: { '{{code}}': rate('sign_ins_refused_total', 'code') },
    },
    { title: 'Letters waiting', unit: 'short', queries: { '{{pod}}': 'max by (pod) (mails_waiting)' } },
    { title: 'Oldest letter waiting', unit: 's', queries: { '{{pod}}': 'max by (pod) (mails_oldest_seconds)' } },
    {
      title: 'Refused by identity: sign-ins, accounts, passwords',
      unit: 'reqps',
      queries: { '{{code}}': rate('refusals_total', 'code', '{process="identity"}') },
    },
    {
      title: 'Refused at the gateway, by reason',
      unit: 'reqps',
      queries: { '{{code}}': rate('refusals_total', 'code', '{process="gateway"}') },
    },
    {
      title: 'Calls of the client',
      unit: 'reqps',
      queries: { '{{status}}': rate('http_request_duration_seconds_count', 'status', '{route="/graphql"}') },
    },
    {
      title: 'Refused messages to support',
      unit: 'reqps',
      queries: { '{{code}}': rate('refusals_total', 'code', '{process="support"}') },
    },
  ],
};

const [WIDTH, HEIGHT, COLUMNS] = [12, 8, 2];

/** The dashboard as Grafana's JSON. */
export function dashboardJson(name: string, panels: readonly Panel[]): string {
  const dashboard = {
    uid: `volant-${name}`,
    title: `Volant: ${name}`,
    tags: ['volant'],
    schemaVersion: 41,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels: panels.map(({ title, unit, queries }, index) => ({
      id: index + 1,
      title,
      type: 'timeseries',
      datasource: { type: 'prometheus', uid: '$source' },
      gridPos: { w: WIDTH, h: HEIGHT, x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: Object.entries(queries).map(([legendFormat, expr], place) => ({
        refId: String.fromCharCode('A'.charCodeAt(0) + place),
        expr,
        legendFormat,
      })),
    })),
  };
  return jsonLines(dashboard, 2);
}
