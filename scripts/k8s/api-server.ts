import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../servers/ports.ts';
import { ServersError } from '../servers/server.ts';
import { CACHE, exists, GO_BUILD, makeOnce, needProgram, run } from '../servers/tools.ts';

export const KUBERNETES = '1.36.3';
const ETCD = '3.7.3';
const FOLDER = path.join(CACHE, `kubernetes-${KUBERNETES}`);
const START_WITHIN_MS = 90_000;

const [MAJOR, MINOR] = KUBERNETES.split('.');
/** Linker flags: Kubernetes takes its version from them. */
const VERSION = [
  '-ldflags',
  [`gitVersion=v${KUBERNETES}`, `gitMajor=${MAJOR}`, `gitMinor=${MINOR}`].reduce(
    (flags, one) => `${flags} -X k8s.io/component-base/version.${one}`,
    '-s -w',
  ),
];

const programs = {
  etcd: path.join(FOLDER, 'etcd'),
  apiServer: path.join(FOLDER, 'kube-apiserver'),
  kubectl: path.join(FOLDER, 'kubectl'),
};

export function hasApiServer(): Promise<boolean> {
  return exists(programs.apiServer);
}

/** Builds etcd, the API server and kubectl from source, once: takes six minutes of processor time. */
export async function buildApiServer(): Promise<void> {
  const go = await needProgram('go', 'Kubernetes’ API server', 'install Go 1.26 or later');
  await makeOnce(FOLDER, async (unfinished) => {
    const etcd = 'go.etcd.io/etcd/server/v3';
    await buildModule(go, unfinished, `require ${etcd} v${ETCD}`, [etcd], ['-o', path.join(unfinished, 'etcd')]);
    const commands = ['k8s.io/kubernetes/cmd/kube-apiserver', 'k8s.io/kubernetes/cmd/kubectl'];
    await buildModule(go, unfinished, await kubernetesModule(go, unfinished), commands, ['-o', unfinished, ...VERSION]);
    await rm(path.join(unfinished, 'module'), { recursive: true });
  });
}

async function buildModule(
  go: string,
  folder: string,
  requirements: string,
  mains: readonly string[],
  options: readonly string[],
): Promise<void> {
  const module = path.join(folder, 'module');
  await rm(module, { recursive: true, force: true });
  await run('mkdir', ['-p', module]);
  await writeFile(path.join(module, 'go.mod'), `module built\n\ngo 1.26.0\n\n${requirements}\n`);
  const imports = mains.map((main) => `import _ "${main}"\n`).join('');
  await writeFile(path.join(module, 'tools.go'), `//go:build tools\n\npackage built\n\n${imports}`);
  const there = { cwd: module, env: { CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' } };
  await run(go, ['mod', 'tidy'], there);
  await run(go, ['build', ...GO_BUILD, ...options, ...mains], there);
}

/** Kubernetes names its own modules by folders of its repository; the module proxy needs versions. */
async function kubernetesModule(go: string, folder: string): Promise<string> {
  const listed = path.join(folder, 'kubernetes.json');
  await run('sh', ['-c', `"${go}" mod download -json k8s.io/kubernetes@v${KUBERNETES} > "${listed}"`]);
  const { Dir } = JSON.parse(await readFile(listed, 'utf8')) as { Dir: string };
  const parts = (await readFile(path.join(Dir, 'go.mod'), 'utf8')).matchAll(/^\t(k8s\.io\/[a-z-]+) => \.\/staging/gm);
  const replaced = [...parts].map(
    ([, part]) => `\t${part} => ${part} v0.${KUBERNETES.slice(KUBERNETES.indexOf('.') + 1)}`,
  );
  await rm(listed);
  return ['godebug default=go1.26', `require k8s.io/kubernetes v${KUBERNETES}`, 'replace (', ...replaced, ')'].join(
    '\n',
  );
}

export interface ApiServer {
  readonly kubectl: string;
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

/** An empty cluster that validates objects and runs no pods. Every namespace enforces restricted pod security. */
export async function startApiServer(): Promise<ApiServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'volant-api-server-'));
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.reverse()) await ended(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [client = 0, peer = 0, port = 0] = await freePorts(3);
    const start = (program: string, args: readonly string[]) => {
      const child = spawn(program, args, { cwd: folder, stdio: 'ignore' });
      children.push(child);
      return child;
    };
    const etcd = `http://127.0.0.1:${client}`;
    const peers = `http://127.0.0.1:${peer}`;
    await answering(
      start(programs.etcd, [
        ...['--data-dir', path.join(folder, 'etcd'), '--unsafe-no-fsync', '--log-level', 'error'],
        ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
        ...[
          '--listen-peer-urls',
          peers,
          '--initial-advertise-peer-urls',
          peers,
          '--initial-cluster',
          `default=${peers}`,
        ],
      ]),
      `${etcd}/health`,
    );
    const at = (name: string) => path.join(folder, name);
    const token = randomBytes(16).toString('hex');
    await writeFile(at('tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
    await writeFile(at('admission.yaml'), ADMISSION);
    await run('openssl', ['genrsa', '-out', at('accounts.key'), '2048']);
    const kubeconfig = at('kubeconfig');
    await writeFile(kubeconfig, configOf(`https://127.0.0.1:${port}`, at('pki/apiserver.crt'), token), { mode: 0o600 });
    const server = start(programs.apiServer, [
      `--etcd-servers=${etcd}`,
      ...['--bind-address=127.0.0.1', '--advertise-address=127.0.0.1', `--secure-port=${port}`],
      ...[`--cert-dir=${at('pki')}`, `--token-auth-file=${at('tokens.csv')}`, '--authorization-mode=RBAC'],
      ...['--service-cluster-ip-range=10.96.0.0/16', '--service-account-issuer=https://kubernetes.default.svc'],
      ...[
        `--service-account-key-file=${at('accounts.key')}`,
        `--service-account-signing-key-file=${at('accounts.key')}`,
      ],
      ...[`--admission-control-config-file=${at('admission.yaml')}`, '--endpoint-reconciler-type=none'],
      // No controller creates the namespaces' service accounts here.
      '--disable-admission-plugins=ServiceAccount',
    ]);
    await ready(server, ['--kubeconfig', kubeconfig, 'get', '--raw', '/readyz']);
    return { kubectl: programs.kubectl, kubeconfig, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  await within(child, async () => (await fetch(url)).ok);
}

async function ready(child: ChildProcess, args: readonly string[]): Promise<void> {
  await within(child, async () => {
    await run(programs.kubectl, args);
    return true;
  });
}

async function within(child: ChildProcess, works: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS;
  while (!(await works().catch(() => false))) {
    if (child.exitCode !== null) throw new ServersError(`${child.spawnfile} ended with ${child.exitCode}.`);
    if (performance.now() > deadline) throw new ServersError(`${child.spawnfile} does not answer.`);
    await sleep(200);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

const ADMISSION = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.k8s.io/v1
      kind: PodSecurityConfiguration
      defaults: { enforce: restricted, enforce-version: latest, warn: restricted, warn-version: latest }
`;

function configOf(server: string, authority: string, token: string): string {
  const named = (kind: string, value: object) => [{ name: 'here', [kind]: value }];
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: named('cluster', { server, 'certificate-authority': authority }),
    users: named('user', { token }),
    contexts: named('context', { cluster: 'here', user: 'here' }),
    'current-context': 'here',
  });
}
