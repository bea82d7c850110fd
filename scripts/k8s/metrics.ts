import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, manifestsIn, ROOT } from './manifests.ts';

const COMPONENTS = path.join(ROOT, 'k8s/components');
const DASHBOARDS = path.join(COMPONENTS, 'monitoring/dashboards');
/** Metrics of the cluster: of Prometheus itself, the kubelet, cert-manager, kube-state-metrics, the blackbox exporter. */
const OTHERS = /^(up|probe_success|(kubelet|certmanager|kube)_\w+)$/;
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'Inf', 'NaN']);

/** A query of a panel. */
export interface Drawn {
  readonly of: string;
  readonly query: string;
}

/** What Grafana's dashboards draw. */
export function drawnQueries(): readonly Drawn[] {
  return readdirSync(DASHBOARDS).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(path.join(DASHBOARDS, file), 'utf8')) as {
      panels: readonly { title: string; targets: readonly { expr: string; legendFormat: string }[] }[];
    };
    return panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => ({ of: `${file}, ${title}, ${legendFormat}`, query: expr })),
    );
  });
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

/** PromQL expressions of rules and scalers. */
function expressionsIn({ kind, spec }: Manifest): readonly string[] {
  if (kind === 'PrometheusRule') {
    return spec.groups.flatMap(({ rules }: { rules: readonly { expr: string }[] }) => rules.map(({ expr }) => expr));
  }
  if (kind !== 'ScaledObject') return [];
  return spec.triggers.map(({ metadata }: { metadata: { query: string } }) => metadata.query);
}

/** Every product metric that a dashboard, a rule or a scaler uses. */
export function queriedMetrics(): readonly string[] {
  const manifests = ['monitoring/rules.yaml', 'keda/ingest.yaml'].flatMap((file) =>
    manifestsIn(readFileSync(path.join(COMPONENTS, file), 'utf8')),
  );
  const expressions = [...drawnQueries().map(({ query }) => query), ...manifests.flatMap(expressionsIn)];
  return [...new Set(expressions.flatMap(metricsIn))]
    .filter((name) => !OTHERS.test(name) && !name.includes(':'))
    .sort();
}
