import { spawnSync } from 'node:child_process';
import type { ApiServer } from './api-server.ts';
import { definitionFiles, openDefinitions } from './definitions.ts';
import type { Built, Manifest } from './manifests.ts';
import { operatorPodsOf, type Workload, workloadsOf } from './workloads.ts';

/** The API server's errors and pod security warnings for a dry run of a manifest. */
export type ServerCheck = (built: Built) => readonly string[];

/** Installs the operators' definitions and the namespace in the cluster. */
export async function openServerCheck(server: ApiServer): Promise<ServerCheck> {
  const { kubeconfig } = server;
  const kubectl = (args: readonly string[], input?: string) =>
    spawnSync(server.kubectl, ['--kubeconfig', kubeconfig, ...args], { encoding: 'utf8', input, maxBuffer: 1e8 });
  const must = (args: readonly string[], input?: string) => {
    const { status, stderr } = kubectl(args, input);
    if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  };
  for (const file of await definitionFiles()) must(['create', '-f', file]);
  must(['create', '-f', '-'], openDefinitions());
  must(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
  must(['create', 'namespace', 'volant']);

  return ({ manifests }) => {
    // A dry run creates no namespace, so use the existing one.
    const objects = [...manifests.map(inNamespace), ...podsOf(manifests)];
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const { status, stderr } = kubectl(
      ['apply', '--server-side', '--dry-run=server', '--validate=strict', '-f', '-'],
      list,
    );
    const said = stderr.split('\n').filter((line) => line !== '');
    return status === 0 || said.length > 0 ? said : [`kubectl ended with ${status}`];
  };
}

function inNamespace(manifest: Manifest): object {
  const { kind, metadata } = manifest;
  return kind === 'Namespace' ? manifest : { ...manifest, metadata: { ...metadata, namespace: 'volant' } };
}

/** Pod security refuses pods but only warns about their owners, so the pods themselves are checked. */
function podsOf(manifests: readonly Manifest[]): readonly object[] {
  return [...workloadsOf(manifests), ...operatorPodsOf(manifests).map(asPod)].map(
    ({ name, labels, pod, kind }, at) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `${name}-tried-${at}`, labels, namespace: 'volant' },
      spec: {
        ...pod,
        // Volumes from a StatefulSet's claims.
        volumes: [...(pod.volumes ?? []), ...(kind === 'StatefulSet' ? claimsOf(name, manifests) : [])],
      },
    }),
  );
}

/** Operators choose the images. */
function asPod(workload: Workload): Workload {
  const { initContainers = [], containers, ...pod } = workload.pod;
  const withImages = (of: readonly object[]) => of.map((container) => ({ image: 'of-the-operator', ...container }));
  return {
    ...workload,
    pod: { ...pod, initContainers: withImages(initContainers), containers: withImages(containers) },
  };
}

function claimsOf(name: string, manifests: readonly Manifest[]): readonly object[] {
  const { spec } = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name) ?? {};
  return (spec?.volumeClaimTemplates ?? []).map(({ metadata }: Manifest) => ({
    name: metadata.name,
    persistentVolumeClaim: { claimName: `${metadata.name}-${name}-0` },
  }));
}
