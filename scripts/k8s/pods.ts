import { SHUTDOWN_MS } from '../../infra/src/process/shell/run-process.ts';
import type { Manifest } from './manifests.ts';
import { isOurs, PROCESSES, type Workload, workloadsOf } from './workloads.ts';

/** For the kubelet, beyond preStop and the shutdown. */
const SPARE_SECONDS = 5;

/** Violations of rules for our own processes beyond the pod security standard, which the API server checks. */
export function podProblems(manifests: readonly Manifest[]): readonly string[] {
  return workloadsOf(manifests).flatMap((workload) =>
    [...spreadProblems(workload), ...(isOurs(workload) ? ours(workload) : [])].map(
      (problem) => `${workload.kind} ${workload.name}: ${problem}`,
    ),
  );
}

function ours({ name, pod, containers, kind }: Workload): readonly string[] {
  const [container] = containers;
  const { resources = {}, lifecycle } = container;
  const isProcess = PROCESSES.some((process) => process === name);
  const leaves = lifecycle?.preStop?.sleep?.seconds ?? 0;
  const endsWithin = leaves + SHUTDOWN_MS / 1000 + SPARE_SECONDS;
  const spread: readonly Spread[] = pod.topologySpreadConstraints ?? [];
  const forAll: readonly (readonly [boolean, string])[] = [
    [container.securityContext?.readOnlyRootFilesystem === true, 'writes to its own image'],
    [pod.automountServiceAccountToken === false, 'is given a token of the cluster'],
    [pod.enableServiceLinks === false, 'is given variables of every service'],
    [pod.serviceAccountName === name, 'has no service account of its own'],
    [resources.requests?.cpu !== undefined && resources.requests?.memory !== undefined, 'asks for no resources'],
    [resources.limits?.memory !== undefined, 'has no limit of memory'],
  ];
  const forProcesses: readonly (readonly [boolean, string])[] = [
    [container.startupProbe?.httpGet?.path === '/health', 'is not waited for at its start'],
    [container.livenessProbe?.httpGet?.path === '/health', 'is not asked whether it lives'],
    [container.readinessProbe?.httpGet?.path === '/serving', 'is not asked whether it wants requests'],
    [leaves > 0, 'ends before load balancers know'],
    [pod.terminationGracePeriodSeconds >= endsWithin, `is killed before its shutdown is over (${endsWithin} s)`],
    [spread.length > 0, 'may stand on one node alone'],
    [kind !== 'StatefulSet' || name === 'collect', 'keeps something, though only a collector does'],
  ];
  return [...forAll, ...(isProcess ? forProcesses : [])].flatMap(([holds, problem]) => (holds ? [] : [problem]));
}

interface Spread {
  readonly whenUnsatisfiable: string;
  readonly nodeTaintsPolicy?: string;
}

function spreadProblems({ pod, kind }: Workload): readonly string[] {
  const spread: readonly Spread[] = pod.topologySpreadConstraints ?? [];
  const strict = spread.filter(({ whenUnsatisfiable }) => whenUnsatisfiable !== 'ScheduleAnyway');
  return [
    // Nodes that are away are tainted; a strict rule that counts them leaves pods pending.
    ...(strict.every(({ nodeTaintsPolicy }) => nodeTaintsPolicy === 'Honor') ? [] : ['waits for a zone that is away']),
    // Scaled while a zone is away, its pods stand where the rule no longer lets them start again.
    ...(kind === 'StatefulSet' && strict.length > 0 ? ['is bound to zones by its disks and by a strict rule'] : []),
  ];
}
