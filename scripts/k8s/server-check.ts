import { spawnSync } from 'node:child_process';
import type { ApiServer } from './api-server.ts';
import { definitionFiles, openDefinitions } from './definitions.ts';
import type { Built, Manifest } from './manifests.ts';
import { workloadsOf } from './workloads.ts';

/** What the API server says of a manifest when it is applied for trial: refusals, and warnings of pod security. */
export type ServerCheck = (built: Built) => readonly string[];

/** Readies a cluster for what operators define, and for the namespace. */
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
    // A trial makes no namespace for what is in it; that one stands already.
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

/** Pod security refuses pods, and only warns of what makes them: so the pods themselves are tried. */
function podsOf(manifests: readonly Manifest[]): readonly object[] {
  return workloadsOf(manifests).map(({ name, labels, pod, kind }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${name}-tried`, labels, namespace: 'volant' },
    spec: {
      ...pod,
      // What a StatefulSet's claims become.
      volumes: [...(pod.volumes ?? []), ...(kind === 'StatefulSet' ? claimsOf(name, manifests) : [])],
    },
  }));
}

function claimsOf(name: string, manifests: readonly Manifest[]): readonly object[] {
  const { spec } = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name) ?? {};
  return (spec?.volumeClaimTemplates ?? []).map(({ metadata }: Manifest) => ({
    name: metadata.name,
    persistentVolumeClaim: { claimName: `${metadata.name}-${name}-0` },
  }));
}
