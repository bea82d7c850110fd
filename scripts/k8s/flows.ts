import type { Labels, Manifest } from './manifests.ts';
import { type Workload, workloadsOf } from './workloads.ts';

/**
 * Permitted connections: exactly the arrows of the architecture. Servers are named as in their settings. Metrics and
 * DNS are permitted for all pods.
 */
export const FLOWS: Readonly<Record<string, readonly string[]>> = {
  ingress: ['gateway', 'collect'],
  gateway: ['identity', 'pages', 'support', 'reports', 'collect', 'kafka', 's3'],
  identity: ['pages', 'reports', 'mongodb', 'kafka', 'redis', 's3', 'smtp'],
  pages: ['identity', 'reports', 'mongodb', 'kafka', 'redis', 's3', 'receivers'],
  support: ['identity', 'mongodb', 'kafka', 'redis', 'smtp', 'imap'],
  collect: ['collect', 'identity', 'kafka', 'redis'],
  ingest: ['kafka', 'clickhouse', 'redis'],
  reports: ['identity', 'kafka', 'clickhouse', 'redis'],
  migrate: ['mongodb', 'kafka', 'clickhouse', 'redis'],
  backup: ['mongodb', 'kafka', 'clickhouse', 'redis', 's3'],
  command: ['mongodb', 'kafka', 'clickhouse', 'redis', 's3'],
};

/** Pods whose names differ from the server they run. */
const SERVER_OF_POD: Readonly<Record<string, string>> = { minio: 's3', mail: 'smtp' };
/** Namespaces other than ours. */
const OUTSIDE: Readonly<Record<string, string>> = { monitoring: 'prometheus', 'kube-system': 'dns' };
const ANYWHERE = 'anywhere';
/** Of traces. */
const COLLECTOR = 'collector';
const NODE_LOCAL_DNS = '169.254.20.10/32';

export interface Flow {
  readonly from: string;
  readonly to: string;
  /** `*` means any. */
  readonly port: string;
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string }[];
}

interface Policy {
  readonly name: string;
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

/** Connections that the policies permit, from the senders' and from the receivers' side. */
export function flowsOf(manifests: readonly Manifest[]): {
  readonly sent: readonly Flow[];
  readonly taken: readonly Flow[];
} {
  const pods = workloadsOf(manifests);
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ metadata, spec }): Policy => ({ name: metadata.name, ...spec }));
  const side = (pod: Workload, type: 'Ingress' | 'Egress') => {
    const own = policies.filter(
      ({ podSelector, policyTypes }) => policyTypes.includes(type) && matches(podSelector, pod.labels),
    );
    // A pod that no policy selects accepts everything.
    if (own.length === 0) return [{ peer: ANYWHERE, port: '*' }];
    return own.flatMap((policy) =>
      ((type === 'Ingress' ? policy.ingress : policy.egress) ?? []).flatMap((rule) => {
        const peers = type === 'Ingress' ? rule.from : rule.to;
        const names = peers?.flatMap((peer) => peerNames(peer, policy.name, pods)) ?? [ANYWHERE];
        const ports = rule.ports?.map(({ port }) => String(port)) ?? ['*'];
        return names.flatMap((peer) => ports.map((port) => ({ peer, port })));
      }),
    );
  };
  return {
    sent: pods.flatMap((pod) => side(pod, 'Egress').map(({ peer, port }) => ({ from: nameOf(pod), to: peer, port }))),
    taken: pods.flatMap((pod) => side(pod, 'Ingress').map(({ peer, port }) => ({ from: peer, to: nameOf(pod), port }))),
  };
}

function nameOf({ name }: Workload): string {
  return SERVER_OF_POD[name] ?? name;
}

function peerNames({ podSelector, namespaceSelector, ipBlock }: Peer, policy: string, pods: readonly Workload[]) {
  // The name of the policy identifies servers that are not our own pods.
  const server = policy.startsWith('to-') ? [policy.slice('to-'.length)] : [ANYWHERE];
  if (ipBlock !== undefined) return ipBlock.cidr === NODE_LOCAL_DNS ? ['dns'] : server;
  if (namespaceSelector !== undefined) {
    const namespaces = [
      namespaceSelector.matchLabels?.['kubernetes.io/metadata.name'],
      ...(namespaceSelector.matchExpressions ?? []).flatMap(({ values = [] }) => values),
    ].filter((name) => name !== undefined);
    if (namespaces.length === 0) return [ANYWHERE];
    // Prometheus and the collector of traces may share a namespace.
    return [...new Set(namespaces.map((name) => (policy === 'traces' ? COLLECTOR : (OUTSIDE[name] ?? 'ingress'))))];
  }
  const inside = pods.filter(({ labels }) => matches(podSelector ?? {}, labels)).map(nameOf);
  return inside.length > 0 ? inside : server;
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator === 'Exists') return key in labels;
      if (operator === 'In') return values.includes(labels[key] ?? '');
      throw new Error(`a selector by ${operator} is not read here`);
    })
  );
}

/** Connections that are superfluous, missing, or permitted on one side only. */
export function flowProblems(manifests: readonly Manifest[]): readonly string[] {
  const { sent, taken } = flowsOf(manifests);
  const pods = workloadsOf(manifests);
  const here = new Set(pods.map(nameOf));
  const processes = pods.filter(({ labels }) => labels['app.kubernetes.io/component'] === 'process');
  const needed = new Set<string>();
  const need = (from: string, to: string) => needed.add(`${from} → ${to}`);
  for (const [from, all] of Object.entries(FLOWS)) for (const to of all) need(from, to);
  for (const pod of pods) need(nameOf(pod), 'dns');
  for (const pod of processes) need('prometheus', nameOf(pod));
  // Only where the component "tracing" is used.
  if (sent.some(({ to }) => to === COLLECTOR)) for (const pod of processes) need(nameOf(pod), COLLECTOR);

  const line = ({ from, to }: Flow) => `${from} → ${to}`;
  const [out, into] = [new Set(sent.map(line)), new Set(taken.map(line))];
  const open = [...new Set([...out, ...into])].filter((flow) => !needed.has(flow));
  const shut = [...needed].filter((flow) => {
    const [from = '', to = ''] = flow.split(' → ');
    return (here.has(from) && !out.has(flow)) || (here.has(to) && !into.has(flow));
  });
  const anyPort = [...sent, ...taken].filter(({ port }) => port === '*').map(line);
  return [
    ...open.map((flow) => `${flow} is let through, and is in no arrow`),
    ...shut.map((flow) => `${flow} is needed, and is not let through`),
    ...anyPort.map((flow) => `${flow} is let through on every port`),
  ];
}
