/**
 * The product on Kubernetes:
 *
 * npm run k8s -- check       builds every overlay and checks it against the code, and against an API server if one
 *                            was built; with `--quick` without it and the tests of alerts
 * npm run k8s -- prepare     fetches missing tools for the check
 * npm run k8s -- api-server  builds that API server, once
 * npm run k8s -- helm        builds Helm, once, with which the check renders the chart
 * npm run k8s -- job         runs an operator's command in kubectl's current cluster: job dead-letters list
 * npm run k8s -- demo        creates the demo's secrets and applies it to kubectl's current cluster
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ServersError } from '../servers/server.ts';
import { buildApiServer, hasApiServer, startApiServer } from './api-server.ts';
import { runJob } from './job.ts';
import { type Built, makeKeys, openWorkshop, ROOT, type Workshop } from './manifests.ts';
import { problemsOf } from './problems.ts';
import { renderedCharts } from './rendered-charts.ts';
import { commandProblems, promtoolProblems, runbookProblems } from './rules.ts';
import { secretProblems } from './secrets.ts';
import { openServerCheck } from './server-check.ts';
import { kustomizeIfHere, leaveOut, prepareHelm, prepareTools } from './tools.ts';

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  check,
  prepare: prepareTools,
  'api-server': buildApiServer,
  helm: prepareHelm,
  demo,
  job: runJob,
};

async function check(): Promise<void> {
  const kustomize = kustomizeIfHere();
  if (kustomize === undefined) return;
  const workshop = await openWorkshop(kustomize);
  try {
    // The alerts take two minutes, beside the rest.
    const [{ count, problems }, alerts] = await Promise.all([problemsIn(workshop), promtoolProblems(!isQuick())]);
    for (const problem of [...problems, ...alerts]) console.error(problem);
    const found = problems.length + alerts.length;
    if (found > 0) throw new ServersError(`${found} problems in k8s/.`);
    console.log(`${count} ways to build k8s/, without a problem.`);
  } finally {
    await workshop.remove();
  }
}

/** Problems of all overlays and of the chart; `count` is how many there are. */
async function problemsIn(
  workshop: Workshop,
): Promise<{ readonly count: number; readonly problems: readonly string[] }> {
  const overlays = await workshop.buildAll();
  const charts = await renderedCharts(overlays, isQuick());
  const built = [...overlays, ...charts.built];
  const problems = [
    ...built.flatMap((one) => problemsOf(one, workshop.secrets).map((line) => `${one.name}: ${line}`)),
    ...charts.problems,
    ...secretProblems(overlays),
    ...runbookProblems(),
    ...commandProblems(overlays.flatMap(({ manifests }) => manifests)),
    ...(await serverProblems(built)),
  ];
  return { count: built.length, problems };
}

/** Without the API server and the tests of alerts, which take minutes. */
const isQuick = () => process.argv.includes('--quick');

async function serverProblems(built: readonly Built[]): Promise<readonly string[]> {
  if (isQuick()) return [];
  if (!(await hasApiServer())) {
    const sentence = 'No API server was built here (npm run k8s -- api-server): what it would say is not known.';
    leaveOut(sentence, { quick: false });
    return [];
  }
  const server = await startApiServer();
  try {
    const ask = await openServerCheck(server);
    return built.flatMap((one) => ask(one).map((line) => `${one.name}: ${line}`));
  } finally {
    await server.stop();
  }
}

async function demo(): Promise<void> {
  const secrets = path.join(ROOT, 'k8s/overlays/demo/secrets');
  mkdirSync(secrets, { recursive: true });
  // Existing keys stay, because the servers already use them.
  makeKeys(secrets);
  // A Job is immutable, so delete the former one first.
  kubectl(['delete', 'job', 'migrate', '--namespace', 'volant', '--ignore-not-found']);
  kubectl(['apply', '--kustomize', path.join(ROOT, 'k8s/overlays/demo')]);
  for (const kind of ['statefulset', 'deployment']) {
    kubectl([
      'rollout',
      'status',
      kind,
      '--namespace',
      'volant',
      '--timeout=10m',
      '--selector',
      'app.kubernetes.io/part-of=volant',
    ]);
  }
  console.log('kubectl --namespace volant port-forward service/gateway 3000, then http://localhost:3000');
}

function kubectl(args: readonly string[]): void {
  const { status, error } = spawnSync('kubectl', args, { stdio: 'inherit' });
  if (error !== undefined || status !== 0) throw new ServersError(`kubectl ${args.join(' ')} failed.`);
}

const command = COMMANDS[process.argv[2] ?? ''];
if (command === undefined) {
  console.error(`Say one of: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(1);
}
command().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exit(1);
});
