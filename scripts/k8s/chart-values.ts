import { z } from 'zod';
import { NAMES_OF_SOME } from '../../infra/src/process/settings/names.generated.ts';
import { settingsReader } from '../../infra/src/process/settings/process-settings.ts';
import type { Manifest } from './manifests.ts';
import { COMMANDS, PROCESSES, podsOf } from './workloads.ts';

/** Servers that a policy lets the processes connect to. */
const SERVERS = ['mongodb', 'kafka', 'clickhouse', 'redis', 's3', 'smtp', 'imap'] as const;
/** Where policies let processes connect to: also the receivers of webhooks, which no setting names. */
const DESTINATIONS = [...SERVERS, 'receivers'] as const;
/** ConfigMaps of settings: of one process, or shared. */
const SETTINGS = [...PROCESSES, 'processes', 'sessions', 'origin', 'proxies', ...SERVERS] as const;
const SCALED = PROCESSES.filter((name) => name !== 'ingest');
const WORKLOADS = [...PROCESSES, ...COMMANDS] as const;

/** Of Kubernetes, which checks it itself. */
const given = z.looseObject({}).meta({ id: 'given' });
const name = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/)
  .meta({ id: 'name' });
const ofAllProcesses = settingsReader({ port: 0, shape: {}, rules: [] }).names;
const settings = z
  .partialRecord(z.enum([...ofAllProcesses, ...NAMES_OF_SOME, 'ROLES']), z.string())
  .meta({ id: 'settings' });
const origin = settings.and(
  z.object({ VOLANT_ORIGIN: z.string().regex(/^https?:\/\/[^/?#@\s]+$/) }).catchall(z.string()),
);
const resources = z
  .strictObject({ limits: given.optional(), requests: given.optional(), claims: z.array(given).optional() })
  .meta({ id: 'resources' });
/** The fields of a PersistentVolumeClaim. */
const claim = z
  .strictObject({
    accessModes: z.array(z.string()),
    resources: given,
    ...Object.fromEntries(
      [
        'dataSource',
        'dataSourceRef',
        'selector',
        'storageClassName',
        'volumeAttributesClassName',
        'volumeMode',
        'volumeName',
      ].map((field) => [field, z.unknown().optional()]),
    ),
  })
  .meta({ id: 'claim' });
const scaling = z
  .strictObject({ min: z.int().min(1), max: z.int().min(1) })
  .refine(({ min, max }) => min <= max)
  .meta({ id: 'scaling' });

const ofEach = <K extends string, T extends z.ZodType>(names: readonly K[], type: T) =>
  z.strictObject(Object.fromEntries(names.map((each) => [each, type])) as Record<K, T>);

export const VALUES = z.strictObject({
  image: z.strictObject({
    // Lower case, with neither a scheme nor a slash at the end.
    registry: z.string().regex(/^[a-z0-9][-a-z0-9.]*(:\d+)?(\/[-a-z0-9._]+)*$/),
    tag: z.string().regex(/^(\w[-\w.]{0,127})?$/),
    pullSecrets: z.array(z.strictObject({ name })),
  }),
  pods: z.strictObject({
    labels: z.record(z.string(), z.string()),
    env: z.array(z.looseObject({ name: z.string() })),
    nodeSelector: z.record(z.string(), z.string()),
    tolerations: z.array(given),
  }),
  settings: ofEach(SETTINGS, settings).extend({ origin }),
  secrets: ofEach(WORKLOADS, name),
  network: ofEach(DESTINATIONS, z.array(given)).extend({ ingressNamespaces: z.array(name), monitoringNamespace: name }),
  ingress: z.strictObject({
    enabled: z.boolean(),
    className: z.string(),
    annotations: z.record(z.string(), z.string()),
    tlsSecret: name,
  }),
  scaling: ofEach(SCALED, scaling),
  replicas: z.strictObject({ ingest: z.int().min(1) }),
  resources: ofEach(WORKLOADS, resources),
  spread: z.array(given),
  spool: claim,
  backup: z.strictObject({
    suspend: z.boolean(),
    // Five fields, or a name such as @daily.
    schedule: z.string().regex(/^(@[a-z]+|([-\d*,/A-Za-z]+ ){4}[-\d*,/A-Za-z]+)$/),
    keep: z.string().regex(/^[1-9]\d{0,3}$/),
    disk: claim,
  }),
});

export type ChartValues = z.infer<typeof VALUES>;

/** What Helm holds an operator's values against. It also puts the chart's `global` there. */
export const schemaOfValues = () =>
  z.toJSONSchema(VALUES.extend({ global: z.unknown().optional() }), { target: 'draft-7' });

export const VALUE_COMMENTS: Readonly<Record<keyof ChartValues, readonly string[]>> = {
  image: ['Without a tag, the version of the chart.'],
  pods: ['Of all pods: further labels and environment, and the nodes that they may run on.'],
  settings: [
    'Environment of each process, and what several of them share; null removes an entry.',
    'docs/reference/operators.md and docs/reference/processes.md explain them.',
  ],
  secrets: [
    'Existing Secrets, each with the files that this process reads at /secrets (docs/how-to/kubernetes-secrets.md).',
  ],
  network: ['Egress rules to each server: change "to" for servers outside this namespace.'],
  ingress: ['The host is that of settings.origin.'],
  scaling: ['Replicas of each process, by load.'],
  replicas: ['Where the load on Kafka decides (KEDA), start here.'],
  resources: [],
  spread: ['Topology spread constraints of every process but the collectors, whose disks bind them to zones.'],
  spool: ['The claim of each collector, which holds events while Kafka is away.'],
  backup: ['When backups are made, how many are kept, and the claim that holds them.'],
};

/** The values that the base has. */
export function chartValues(manifests: readonly Manifest[]): ChartValues {
  const one = (kind: string, name: string): Manifest => {
    const found = manifests.find(({ kind: each, metadata }) => each === kind && metadata.name === name);
    if (found === undefined) throw new Error(`The base has no ${kind} ${name}.`);
    return found;
  };
  const workload = (name: string) => one(KINDS[name] ?? 'Deployment', name).spec;
  const podOf = (name: string) => podsOf(one(KINDS[name] ?? 'Deployment', name)).spec;
  const each = <K extends string, T>(names: readonly K[], make: (name: K) => T) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, T>;
  return VALUES.parse({
    image: { registry: 'volant', tag: '', pullSecrets: [] },
    pods: { labels: {}, env: [], nodeSelector: {}, tolerations: [] },
    settings: each(SETTINGS, (name) => one('ConfigMap', name).data ?? {}),
    secrets: each(
      WORKLOADS,
      (name) =>
        podOf(name).volumes.find((volume: { readonly name: string }) => volume.name === 'secrets').secret.secretName,
    ),
    network: {
      ...each(DESTINATIONS, (name) => one('NetworkPolicy', `to-${name}`).spec.egress),
      ingressNamespaces: ['ingress-nginx', 'traefik', 'envoy-gateway-system'],
      monitoringNamespace: 'monitoring',
    },
    ingress: {
      enabled: true,
      className: '',
      annotations: one('Ingress', 'volant').metadata.annotations ?? {},
      tlsSecret: one('Ingress', 'volant').spec.tls[0].secretName,
    },
    scaling: each(SCALED, (name) => {
      const { minReplicas, maxReplicas } = one('HorizontalPodAutoscaler', name).spec;
      return { min: minReplicas, max: maxReplicas };
    }),
    replicas: { ingest: workload('ingest').replicas },
    resources: each(WORKLOADS, (name) => podOf(name).containers[0].resources),
    spread: podOf('gateway').topologySpreadConstraints,
    spool: workload('collect').volumeClaimTemplates[0].spec,
    backup: {
      suspend: false,
      schedule: workload('backup').schedule,
      keep: podOf('backup').containers[0].args.at(-1),
      disk: one('PersistentVolumeClaim', 'backups').spec,
    },
  });
}

const KINDS: Readonly<Record<string, string>> = {
  collect: 'StatefulSet',
  migrate: 'Job',
  backup: 'CronJob',
  command: 'CronJob',
};
