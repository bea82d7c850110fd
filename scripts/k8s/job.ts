import { spawnSync } from 'node:child_process';
import { poll } from '../../infra/src/process/waiting/poll.ts';
import { ServersError } from '../servers/server.ts';

/** Programs of the image `operator` that work on a running product. */
const PROGRAMS = ['dead-letters', 'replay', 'rebuild', 'second-factor', 'superadmin'];
const NAMESPACE = ['--namespace', 'volant'];
const LOOK_MS = 2_000;
const ENDS_WITHIN_MS = 60 * 60_000;

/** Runs an operator's command as a Job of the cluster, made from the CronJob `command`, and shows what it says. */
export async function runJob(): Promise<void> {
  const [program = '', ...args] = process.argv.slice(3);
  if (!PROGRAMS.includes(program)) {
    throw new ServersError(`Say npm run k8s -- job <command> [arguments], with one of: ${PROGRAMS.join(', ')}.`);
  }
  const name = `${program}-${Date.now().toString(36)}`;
  const made = kubectl(['create', 'job', name, '--from=cronjob/command', '--dry-run=client', '--output=json']);
  const job = JSON.parse(made);
  job.spec.template.spec.containers[0].args = [`standalone/dist/${program}.js`, ...args];
  kubectl(['create', '--filename=-'], JSON.stringify(job));
  const status = await poll(
    async () => {
      const { status: now } = JSON.parse(kubectl(['get', 'job', name, '--output=json']));
      return now.succeeded === 1 || now.failed === 1 ? now : undefined;
    },
    { everyMs: LOOK_MS, withinMs: ENDS_WITHIN_MS },
  );
  console.log(kubectl(['logs', `job/${name}`]));
  if (status?.succeeded !== 1) throw new ServersError(`${name} has not succeeded; what it said is above.`);
}

function kubectl(args: readonly string[], input?: string): string {
  const options = { encoding: 'utf8', ...(input === undefined ? {} : { input }) } as const;
  const { status, stdout, stderr, error } = spawnSync('kubectl', [...NAMESPACE, ...args], options);
  if (error !== undefined || status !== 0) throw new ServersError(`kubectl ${args.join(' ')}: ${stderr ?? error}`);
  return stdout;
}
