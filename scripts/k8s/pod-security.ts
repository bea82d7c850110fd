import { SHUTDOWN_MS } from '../../infra/src/process/shell/run-process.ts';
import type { Manifest } from './manifests.ts';
import { isOurs, operatorPodsOf, PROCESSES, type Workload, workloadsOf } from './workloads.ts';

/** Volume types that the pod security standard `restricted` allows. */
const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
/** For the kubelet, beyond preStop and the shutdown. */
const SPARE_SECONDS = 5;

/** Violations of the pod security standard `restricted`, and of stricter rules for our own processes. */
export function podSecurityProblems(manifests: readonly Manifest[]): readonly string[] {
  return [...workloadsOf(manifests), ...operatorPodsOf(manifests)].flatMap((workload) =>
    [...restricted(workload), ...spreadProblems(workload), ...(isOurs(workload) ? ours(workload) : [])].map(
      (problem) => `${workload.kind} ${workload.name}: ${problem}`,
    ),
  );
}

function restricted({ pod, containers }: Workload): readonly string[] {
  const problems: string[] = [];
  const say = (wrong: boolean, problem: string) => {
    if (wrong) problems.push(problem);
  };
  const common = pod.securityContext ?? {};
  for (const host of ['hostNetwork', 'hostPID', 'hostIPC']) say(pod[host] === true, `${host} is on`);
  for (const volume of pod.volumes ?? []) {
    const kind = Object.keys(volume).find((key) => key !== 'name') ?? 'emptyDir';
    say(!VOLUMES.includes(kind), `the volume ${volume.name} is a ${kind}`);
  }
  say((common.sysctls ?? []).length > 0, 'sets sysctls');
  for (const { name, securityContext: own = {}, ports = [] } of containers) {
    say(own.privileged === true, `${name} is privileged`);
    say(own.allowPrivilegeEscalation !== false, `${name} may gain privileges`);
    say(!(own.capabilities?.drop ?? []).includes('ALL'), `${name} keeps capabilities`);
    const added: readonly string[] = own.capabilities?.add ?? [];
    say(
      added.some((capability) => capability !== 'NET_BIND_SERVICE'),
      `${name} adds ${added}`,
    );
    say((own.runAsNonRoot ?? common.runAsNonRoot) !== true, `${name} may run as root`);
    say((own.runAsUser ?? common.runAsUser) === 0, `${name} runs as root`);
    const seccomp = (own.seccompProfile ?? common.seccompProfile)?.type;
    say(seccomp !== 'RuntimeDefault' && seccomp !== 'Localhost', `${name} has no seccomp profile`);
    say(
      ports.some(({ hostPort = 0 }: { hostPort?: number }) => hostPort !== 0),
      `${name} takes a port of its node`,
    );
  }
  return problems;
}

function ours({ name, pod, containers, kind }: Workload): readonly string[] {
  const [container] = containers;
  const { resources = {}, lifecycle } = container;
  const isProcess = PROCESSES.some((process) => process === name);
  const leaves = lifecycle?.preStop?.sleep?.seconds ?? 0;
  const endsWithin = leaves + SHUTDOWN_MS / 1000 + SPARE_SECONDS;
  const spread: readonly Spread[] = pod.topologySpreadConstraints ?? [];
  const wanted: readonly (readonly [boolean, string])[] = [
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
  return [...wanted, ...(isProcess ? forProcesses : [])].flatMap(([holds, problem]) => (holds ? [] : [problem]));
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
