import path from 'node:path';
import { stringify } from 'yaml';
import { jsonLines } from '../json-lines.ts';
import { type ChartValues, chartValues, schemaOfValues, VALUE_COMMENTS } from './chart-values.ts';
import { type Built, type Manifest, productVersion, ROOT } from './manifests.ts';
import { block, expression, filled, more } from './template-marks.ts';
import { podsOf } from './workloads.ts';

/** Where the chart lies. All its files but those of `ci/` are generated from the base. */
export const CHART = path.join(ROOT, 'k8s/chart');

/** The annotation of pods that changes with the settings. */
const CHECKSUM = 'checksum/settings';
const GENERATED = 'Generated from k8s/base by "npm run generate".';

/**
 * The files of the Helm chart, by path: the objects of the base, with the places that installations differ in filled
 * from values. The defaults are those of the base, so that the chart without values is the base.
 */
export function chartFiles(base: Built): ReadonlyMap<string, string> {
  const manifests = base.manifests.filter(({ kind }) => kind !== 'Namespace').map(withPlainNames(base.manifests));
  const values = chartValues(manifests);
  const templates = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const file = `templates/${fileOf(manifest)}.yaml`;
    templates.set(file, [...(templates.get(file) ?? []), manifest]);
  }
  return new Map([
    ['Chart.yaml', chartYaml()],
    ['values.yaml', valuesYaml(values)],
    ['values.schema.json', jsonLines(schemaOfValues(), 4)],
    ...[...templates].map(([file, members]) => [file, templateOf(members)] as const),
  ]);
}

/** The chart has the version of the product. */
function chartYaml(): string {
  const version = productVersion();
  return `# ${GENERATED}\n${stringify({
    apiVersion: 'v2',
    name: 'volant',
    description: 'Public contact-card pages for professional drivers',
    type: 'application',
    version,
    appVersion: version,
    kubeVersion: '>=1.32.0-0',
    // The release adds `home`, the address of the repository that publishes it.
    keywords: ['nfc', 'qr-code', 'contact-card', 'vcard', 'taxi', 'analytics'],
    annotations: { 'artifacthub.io/license': 'Apache-2.0' },
  })}`;
}

function valuesYaml(values: ChartValues): string {
  const parts = Object.entries(values).map(([name, value]) => {
    const comment = VALUE_COMMENTS[name as keyof ChartValues].map((line) => `# ${line}\n`).join('');
    return `${comment}${stringify({ [name]: value }, { lineWidth: 0 })}`;
  });
  return `# ${GENERATED}\n\n${parts.join('\n')}`;
}

/** kustomize puts a hash into the name of a generated ConfigMap; the chart has a checksum in the pods instead. */
function withPlainNames(manifests: readonly Manifest[]): (manifest: Manifest) => Manifest {
  const hashed = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
  return (manifest) =>
    JSON.parse(
      hashed.reduce((text, name) => text.replaceAll(`"${name}"`, `"${plainName(name)}"`), JSON.stringify(manifest)),
    ) as Manifest;
}

const plainName = (name: string) => name.replace(/-[a-z0-9]{10}$/, '');

/**
 * The objects of the base and of a rendered chart, by kind and name, so that they can be compared: without kustomize's
 * hashes and without the chart's checksums.
 */
export function comparable(manifests: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  const named = manifests.filter(({ kind }) => kind !== 'Namespace').map(withPlainNames(manifests));
  return new Map(
    named.map((manifest) => [
      `${manifest.kind} ${manifest.metadata.name}`,
      JSON.parse(JSON.stringify(manifest), (key, value) =>
        // A ConfigMap without settings has no data in the base, and empty data in the chart.
        (key === 'annotations' && CHECKSUM in value) || (key === 'data' && Object.keys(value).length === 0)
          ? undefined
          : value,
      ) as Manifest,
    ]),
  );
}

/** Policies that do not belong to one process. */
const SHARED_POLICY = /^(to-.+|names|metrics|nothing-else)$/;

/** One file for each process, one for the network, one for the servers' settings. */
function fileOf({ kind, metadata: { name } }: Manifest): string {
  if (kind === 'Ingress') return 'ingress';
  if (kind === 'ConfigMap') return 'settings';
  return kind === 'NetworkPolicy' && SHARED_POLICY.test(name) ? 'network' : name;
}

function templateOf(manifests: readonly Manifest[]): string {
  return `# ${GENERATED}\n${manifests.map((manifest) => wrapped(manifest, filled(stringify(open(manifest), { lineWidth: 0 })))).join('---\n')}`;
}

function wrapped({ kind }: Manifest, text: string): string {
  return kind === 'Ingress' ? `{{- if .Values.ingress.enabled }}\n${text}{{- end }}\n` : text;
}

/** The object with marks where values go. */
function open(manifest: Manifest): object {
  const { kind, metadata } = manifest;
  const { name } = metadata;
  const placed = { ...manifest, metadata: { ...metadata, namespace: expression('.Release.Namespace') } };
  switch (kind) {
    case 'ConfigMap':
      return { ...placed, data: block(`.Values.settings.${name}`) };
    case 'HorizontalPodAutoscaler': {
      // A schema cannot compare two values.
      const order = `if lt (int .max) (int .min) }}{{ fail \`scaling.${name}: max is less than min\` }}{{ end`;
      return {
        ...placed,
        spec: {
          ...manifest.spec,
          minReplicas: expression(`.Values.scaling.${name}.min`),
          maxReplicas: expression(`with .Values.scaling.${name} }}{{ ${order} }}{{ .max }}{{ end`),
        },
      };
    }
    case 'NetworkPolicy':
      return { ...placed, spec: openPolicy(manifest) };
    case 'Ingress':
      return openIngress(placed);
    case 'Job':
      // A Job is immutable, so each revision has its own.
      return {
        ...placed,
        metadata: { ...placed.metadata, name: `${name}-@@{{ .Release.Revision }}@@` },
        spec: { ...manifest.spec, template: openPods(manifest) },
      };
    case 'CronJob':
      return { ...placed, spec: openCronJob(manifest) };
    case 'PersistentVolumeClaim':
      return { ...placed, spec: block('.Values.backup.disk') };
    case 'Deployment':
    case 'StatefulSet':
      return {
        ...placed,
        spec: {
          ...manifest.spec,
          ...(manifest.spec.replicas === undefined ? {} : { replicas: expression(`.Values.replicas.${name}`) }),
          template: openPods(manifest),
          ...(kind === 'StatefulSet'
            ? {
                volumeClaimTemplates: manifest.spec.volumeClaimTemplates.map((claim: object) => ({
                  ...claim,
                  spec: block('.Values.spool'),
                })),
              }
            : {}),
        },
      };
    default:
      return placed;
  }
}

function openCronJob(manifest: Manifest): object {
  const { spec, metadata } = manifest;
  const { jobTemplate } = spec;
  const opened = {
    ...spec,
    jobTemplate: { ...jobTemplate, spec: { ...jobTemplate.spec, template: openPods(manifest) } },
  };
  if (metadata.name !== 'backup') return opened;
  return {
    ...opened,
    schedule: expression('.Values.backup.schedule | quote'),
    suspend: expression('.Values.backup.suspend'),
  };
}

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly object[];
}

function openPods(manifest: Manifest): object {
  const { name } = manifest.metadata;
  const { metadata, spec } = podsOf(manifest);
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [more('.Values.pods.labels')]: '' },
      // Pods restart when a setting changes.
      annotations: { [CHECKSUM]: expression('toJson .Values.settings | sha256sum') },
    },
    spec: {
      ...spec,
      '@@if .Values.image.pullSecrets@@': 'imagePullSecrets',
      '@@if .Values.pods.nodeSelector@@': 'nodeSelector',
      '@@if .Values.pods.tolerations@@': 'tolerations',
      // The disks of collectors bind them to zones: a stricter rule would leave some pending.
      ...(manifest.kind === 'Deployment' ? { topologySpreadConstraints: block('.Values.spread') } : {}),
      containers: spec.containers.map((container: Container) => ({
        ...container,
        ...(container.env === undefined
          ? { '@@if .Values.pods.env@@': 'env' }
          : { env: [...container.env, more('.Values.pods.env')] }),
        image: `@@{{ .Values.image.registry }}/${/\/([a-z]+):/.exec(container.image)?.[1]}:{{ .Values.image.tag | default .Chart.AppVersion }}@@`,
        ...(name === 'backup'
          ? { args: [...container.args.slice(0, -1), expression('.Values.backup.keep | quote')] }
          : {}),
        resources: block(`.Values.resources.${name}`),
      })),
      volumes: spec.volumes.map((volume: { readonly secret?: object }) =>
        volume.secret === undefined
          ? volume
          : { ...volume, secret: { ...volume.secret, secretName: expression(`.Values.secrets.${name}`) } },
      ),
    },
  };
}

function openPolicy({ metadata: { name }, spec }: Manifest): object {
  const text = JSON.stringify(spec, (key, value) =>
    key === 'values' && Array.isArray(value) && value.includes('ingress-nginx')
      ? block('.Values.network.ingressNamespaces')
      : value === 'monitoring'
        ? expression('.Values.network.monitoringNamespace')
        : value,
  );
  const opened = JSON.parse(text);
  const server = /^to-(.+)$/.exec(name)?.[1];
  return server === undefined ? opened : { ...opened, egress: block(`.Values.network.${server}`) };
}

function openIngress(ingress: Manifest): object {
  const { spec } = ingress;
  const { annotations: _, ...metadata } = ingress.metadata;
  const host = expression('(urlParse .Values.settings.origin.VOLANT_ORIGIN).hostname');
  return {
    ...ingress,
    metadata: { ...metadata, '@@if .Values.ingress.annotations@@': 'annotations' },
    spec: {
      '@@if .Values.ingress.className@@': 'ingressClassName',
      ...spec,
      tls: [{ hosts: [host], secretName: expression('.Values.ingress.tlsSecret') }],
      rules: spec.rules.map((rule: object) => ({ ...rule, host })),
    },
  };
}
