import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../servers/tools.ts';

/** Go modules that contain the operators' resource definitions, at the versions the components were written for. */
const MODULES = [
  { module: 'github.com/cert-manager/cert-manager@v1.21.2', folder: 'deploy/crds', kinds: ['certificates'] },
  {
    module: 'github.com/external-secrets/external-secrets@v1.3.2',
    folder: 'config/crds/bases',
    kinds: ['externalsecrets'],
  },
  { module: 'github.com/kedacore/keda/v2@v2.21.0', folder: 'config/crd/bases', kinds: ['scaledobjects'] },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    folder: 'example/prometheus-operator-crd',
    kinds: ['servicemonitors', 'prometheusrules', 'probes'],
  },
  {
    module: 'github.com/mongodb/mongodb-kubernetes-operator@v0.9.0',
    folder: 'config/crd/bases',
    kinds: ['mongodbcommunity'],
  },
  { module: 'sigs.k8s.io/gateway-api@v1.4.1', folder: 'config/crd/standard', kinds: ['gateways', 'httproutes'] },
];

/**
 * Resources without a definition here: Strimzi is written in Java, and the Go proxy does not serve Altinity's operator.
 */
const UNDEFINED: readonly (readonly [group: string, version: string, kind: string, plural: string])[] = [
  ['kafka.strimzi.io', 'v1', 'Kafka', 'kafkas'],
  ['kafka.strimzi.io', 'v1', 'KafkaNodePool', 'kafkanodepools'],
  ['kafka.strimzi.io', 'v1', 'KafkaUser', 'kafkausers'],
  ['clickhouse.altinity.com', 'v1', 'ClickHouseInstallation', 'clickhouseinstallations'],
  ['clickhouse-keeper.altinity.com', 'v1', 'ClickHouseKeeperInstallation', 'clickhousekeeperinstallations'],
];

/** Paths of the definitions that the components need; downloads missing ones with Go. */
export async function definitionFiles(): Promise<readonly string[]> {
  const go = (await findProgram('go')) ?? 'go';
  return MODULES.flatMap(({ module, folder, kinds }) => {
    const { stdout, stderr } = spawnSync(go, ['mod', 'download', '-json', module], { encoding: 'utf8' });
    const directory = /"Dir": "(.*)"/.exec(stdout)?.[1];
    if (directory === undefined) throw new Error(`${module} cannot be had:\n${stdout}${stderr}`);
    const files = readdirSync(path.join(directory, folder));
    return kinds.map((kind) => {
      const file = files.find((name) => name.endsWith(`_${kind}.yaml`));
      if (file === undefined) throw new Error(`${module} defines no ${kind}`);
      return path.join(directory, folder, file);
    });
  });
}

/** Definitions that accept any content, so that the objects beside these resources can still be checked. */
export function openDefinitions(): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: UNDEFINED.map(([group, version, kind, plural]) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { kind, plural, singular: kind.toLowerCase() },
        versions: [
          {
            name: version,
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    })),
  });
}
