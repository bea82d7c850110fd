import type { Labels, Manifest } from './manifests.ts';

/** An object that creates pods. */
export interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly labels: Labels;
  // biome-ignore lint/suspicious/noExplicitAny: a pod's shape is the API server's to know.
  readonly pod: any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise.
  readonly containers: readonly any[];
}

const KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'];

/** Processes of the product, in order. */
export const PROCESSES = ['gateway', 'identity', 'pages', 'support', 'collect', 'ingest', 'reports'] as const;
/** Of the image of commands. */
export const COMMANDS = ['migrate', 'backup', 'command'] as const;

export function workloadsOf(manifests: readonly Manifest[]): readonly Workload[] {
  return manifests
    .filter(({ kind }) => KINDS.includes(kind))
    .map((manifest) => {
      const { metadata, spec } = podsOf(manifest);
      return {
        name: manifest.metadata.name,
        kind: manifest.kind,
        labels: metadata?.labels ?? {},
        pod: spec,
        containers: [...(spec.initContainers ?? []), ...spec.containers],
      };
    });
}

/** Containers of an operator's pods, also those that it adds by itself: each needs a security context. */
const OF_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  MongoDBCommunity: ['mongod-posthook', 'mongodb-agent-readinessprobe', 'mongodb-agent', 'mongod'],
  ClickHouseInstallation: ['clickhouse'],
  ClickHouseKeeperInstallation: ['clickhouse-keeper'],
  Kafka: ['kafka-container', 'init-container', 'user-operator-container'],
};

/** The pods that operators make of their resources, as far as the resources say. */
export function operatorPodsOf(manifests: readonly Manifest[]): readonly Workload[] {
  return manifests.flatMap((manifest) => {
    const { kind, metadata, spec } = manifest;
    const expected = OF_OPERATORS[kind];
    if (expected === undefined) return [];
    const pods = templatesIn(spec);
    const named = pods.flatMap(({ initContainers = [], containers }) => [...initContainers, ...containers]);
    const unnamed = expected.filter((name) => !named.some((container) => container.name === name));
    const [pod = {}] = pods;
    return [
      { ...pod, containers: [...(pod.containers ?? []), ...unnamed.map((name) => ({ name }))] },
      ...pods.slice(1),
    ].map((one) => ({
      name: metadata.name,
      kind,
      labels: {},
      pod: one,
      containers: [...(one.initContainers ?? []), ...one.containers],
    }));
  });
}

/** Templates of pods; Strimzi has one key for each container instead, such as `kafkaContainer`. */
// biome-ignore lint/suspicious/noExplicitAny: every operator has a shape of its own.
function templatesIn(value: any): readonly any[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value.spec?.containers)) return [value.spec];
  const containers = Object.entries(value.template ?? {}).flatMap(([key, content]) =>
    key.endsWith('Container')
      ? [{ ...(content as object), name: key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`) }]
      : [],
  );
  return [...(containers.length > 0 ? [{ containers }] : []), ...Object.values(value).flatMap(templatesIn)];
}

/** The template of its pods. */
export function podsOf({ kind, spec }: Manifest) {
  return kind === 'CronJob' ? spec.jobTemplate.spec.template : spec.template;
}

export function isOurs({ name }: Workload): boolean {
  return [...PROCESSES, ...COMMANDS].some((ours) => ours === name);
}

/** Environment of the first container, without the variables that its image sets. */
export function environmentOf({ containers }: Workload, manifests: readonly Manifest[]): Record<string, string> {
  const [container] = containers;
  const environment: Record<string, string> = {};
  for (const { configMapRef } of container.envFrom ?? []) {
    const found = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name);
    if (found === undefined) throw new Error(`there is no ConfigMap ${configMapRef?.name}`);
    Object.assign(environment, found.data);
  }
  for (const { name, value } of container.env ?? []) environment[name] = value;
  return environment;
}

/** Names of the files in the Secret mounted at /secrets; undefined if the manifests do not create it. */
export function secretFilesOf({ pod }: Workload, manifests: readonly Manifest[]): readonly string[] | undefined {
  const volume = (pod.volumes ?? []).find(({ name }: { name: string }) => name === 'secrets');
  const secretName = volume?.secret?.secretName;
  const made = manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === secretName);
  if (made !== undefined) return Object.keys(made.data ?? {});
  const fetched = manifests.find(({ kind, spec }) => kind === 'ExternalSecret' && spec.target.name === secretName);
  return fetched?.spec.data.map(({ secretKey }: { secretKey: string }) => secretKey);
}
