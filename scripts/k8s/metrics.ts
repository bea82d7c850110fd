import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics } from '../../infra/src/process/observability/metrics.ts';
import { sourceFiles } from '../source-files.ts';
import { DASHBOARDS } from './dashboards.ts';
import { type Manifest, manifestsIn, ROOT } from './manifests.ts';

/** Suffixes of the series of a histogram. */
const PARTS = /_(bucket|sum|count)$/;
/**
 * Metrics of the cluster that rules use: of Prometheus itself, the kubelet, cert-manager, kube-state-metrics and the
 * blackbox exporter.
 */
const OTHERS: ReadonlySet<string> = new Set([
  'up',
  'kubelet_volume_stats_available_bytes',
  'kubelet_volume_stats_capacity_bytes',
  'certmanager_certificate_expiration_timestamp_seconds',
  'kube_cronjob_created',
  'kube_cronjob_status_last_successful_time',
  'kube_job_status_active',
  'kube_job_status_start_time',
  'kube_pod_container_status_last_terminated_reason',
  'kube_pod_container_status_restarts_total',
  'probe_success',
]);
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'Inf', 'NaN']);

/** Names of all metrics that the product's processes expose, and of those of the cluster. */
export async function knownMetrics(): Promise<ReadonlySet<string>> {
  const { body } = await createMetrics({ name: 'any' }).render();
  const common = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  const own = [...productSources().matchAll(/\.(?:counter|refusals|gauge|histogram)\(\s*'([a-z_]+)'/g)].map(
    ([, name = '']) => name,
  );
  return new Set([...common, ...own, ...OTHERS]);
}

/** Unknown routes and processes in label matchers: the panel would stay empty. */
function unknownLabels(expression: string, sources: string): readonly string[] {
  return [...expression.matchAll(/\b(route|process)="([^"]+)"/g)].flatMap(([, label, value = '']) => {
    const written = label === 'route' ? `'${value}'` : `name: '${value}'`;
    return sources.includes(written) ? [] : [`there is no ${label} ${value}`];
  });
}

let read: string | undefined;
function productSources(): string {
  read ??= ['infra', 'gateway', 'services']
    .flatMap((folder) => sourceFiles(ROOT, folder))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');
  return read;
}

/** Names of the metrics in a PromQL expression. */
export function metricsIn(expression: string): readonly string[] {
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const words = [...bare.matchAll(/(?<![\w:.$])([a-zA-Z_:][\w:]*)(?!\s*\()(?![\w:])/g)].map(([, word = '']) => word);
  return [...new Set(words.filter((word) => !WORDS.has(word)))];
}

interface Asked {
  readonly where: string;
  readonly expression: string;
}

/** Every PromQL expression of rules, dashboards and scalers. */
function expressionsIn(manifests: readonly Manifest[]): readonly Asked[] {
  return manifests.flatMap(({ kind, metadata, spec, data = {} }): readonly Asked[] => {
    if (kind === 'PrometheusRule') {
      return spec.groups.flatMap(({ rules }: { rules: readonly { alert?: string; record?: string; expr: string }[] }) =>
        rules.map(({ alert, record, expr }) => ({ where: `rule ${alert ?? record}`, expression: expr })),
      );
    }
    if (kind === 'ScaledObject') {
      return spec.triggers.map((trigger: { metadata: { query: string } }) => ({
        where: `ScaledObject ${metadata.name}`,
        expression: trigger.metadata.query,
      }));
    }
    if (kind !== 'ConfigMap') return [];
    return Object.entries(data)
      .filter(([file]) => file.endsWith('.json') && metadata.name.startsWith('dashboards'))
      .flatMap(([file, content]) => queriesOf(file, content));
  });
}

function queriesOf(file: string, content: string): readonly Asked[] {
  const { panels } = JSON.parse(content) as {
    panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `${file}, “${title}”`, expression: expr })),
  );
}

/** Every product metric that a dashboard, a rule or a scaler uses. */
export function askedMetrics(): readonly string[] {
  const manifests = ['monitoring/rules.yaml', 'keda/ingest.yaml'].flatMap((file) =>
    manifestsIn(readFileSync(path.join(ROOT, 'k8s/components', file), 'utf8')),
  );
  const drawn = Object.values(DASHBOARDS).flatMap((panels) => panels.flatMap(({ queries }) => Object.values(queries)));
  const asked = [...drawn, ...expressionsIn(manifests).map(({ expression }) => expression)].flatMap(metricsIn);
  return [...new Set(asked)].filter((name) => !OTHERS.has(name) && !name.includes(':')).sort();
}

/** Used metrics that no process exposes. */
export function metricProblems(manifests: readonly Manifest[], known: ReadonlySet<string>): readonly string[] {
  const recorded = new Set(
    manifests.flatMap(({ kind, spec }) =>
      kind === 'PrometheusRule'
        ? spec.groups.flatMap(({ rules }: { rules: readonly { record?: string }[] }) =>
            rules.map(({ record }) => record),
          )
        : [],
    ),
  );
  return expressionsIn(manifests).flatMap(({ where, expression }) => {
    const asked = metricsIn(expression);
    if (asked.length === 0) return [`${where}: asks for no metric`];
    const labels = unknownLabels(expression, productSources()).map((problem) => `${where}: ${problem}`);
    const nobodys = asked
      .filter((name) => !known.has(name) && !known.has(name.replace(PARTS, '')) && !recorded.has(name))
      .map((name) => `${where}: nobody shows ${name}`);
    return [...labels, ...nobodys];
  });
}
