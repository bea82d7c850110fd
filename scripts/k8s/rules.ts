import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { type Manifest, ROOT } from './manifests.ts';
import { findPromtool, leaveOut } from './tools.ts';

const RULES = 'k8s/components/monitoring/rules.yaml';
/** Rules of a product on one machine, which no cluster has. */
const ONE_MACHINE_RULES = 'deploy/prometheus-rules.yml';
const RUNBOOKS = 'docs/runbooks.md';
/** Absolute, because alerts are read in chats and pagers. */
const PUBLISHED = `https://github.com/volant/volant/blob/main/${RUNBOOKS}`;
/** Tests in promtool's format: series over time, and the alerts they trigger. */
const TRIALS = ['scripts/k8s/rules.trials.yaml', 'scripts/k8s/rules.long-trials.yaml'];
/** Complete faults, by default from minute 60 on; the minutes and severities are those of the runbooks. */
const PROMISES = 'scripts/k8s/rules.promises.yaml';
const FAULTS_BEGIN = 60;

interface Rule {
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly annotations?: { readonly runbook_url?: string };
}

export interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

export function rulesIn(): Rules {
  const { spec } = parse(readFileSync(path.join(ROOT, RULES), 'utf8')) as Manifest;
  const { groups } = parse(readFileSync(path.join(ROOT, ONE_MACHINE_RULES), 'utf8')) as Rules;
  return { groups: [...spec.groups, ...groups] };
}

interface PromiseTrials {
  readonly tests: readonly { readonly alerts: readonly string[]; readonly begins?: number }[];
}

const promiseTrials = () => parse(readFileSync(path.join(ROOT, PROMISES), 'utf8')) as PromiseTrials;

/** The table of the runbooks. */
function promisedAlerts() {
  const table = readFileSync(path.join(ROOT, RUNBOOKS), 'utf8');
  const rows = [...table.matchAll(/^\| (\w+) \| (page|ticket) \| (\d+) \| ?(.*?) ?\|$/gm)].filter(
    ([, , severity, , whyItWaits]) => (severity === 'ticket') === (whyItWaits !== ''),
  );
  return new Map(rows.map(([, alert = '', severity, minutes]) => [alert, { severity, minutes: Number(minutes) }]));
}

/** The trials of the promises as promtool reads them: an alert is silent a minute before it is due, and then fires. */
function trialsOfPromises(): object {
  const promised = promisedAlerts();
  const firing = (labels: string) => `(count(ALERTS{alertstate="firing",${labels}}) > bool 0) or vector(0)`;
  const isThen = (minute: number, expr: string, value: number) => {
    return { eval_time: `${minute}m`, expr, exp_samples: [{ labels: '{}', value }] };
  };
  const tests = promiseTrials().tests.map(({ alerts, begins = FAULTS_BEGIN, ...test }) => {
    const questions = alerts.flatMap((alert) => {
      const { severity, minutes } = promised.get(alert) ?? { severity: 'none', minutes: 0 };
      const due = begins + minutes;
      const named = `alertname="${alert}"`;
      return [isThen(due - 1, firing(named), 0), isThen(due, firing(`${named},severity="${severity}"`), 1)];
    });
    return { ...test, promql_expr_test: questions };
  });
  return { ...promiseTrials(), tests };
}

/** Alerts without a runbook or a test, and runbooks without an alert. */
export function runbookProblems(): readonly string[] {
  const alerts = rulesIn().groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));
  const sections = [...readFileSync(path.join(ROOT, RUNBOOKS), 'utf8').matchAll(/^## (\w+)$/gm)].map(
    ([, name]) => name,
  );
  const promised = promisedAlerts();
  const tested = promiseTrials().tests.flatMap((test) => test.alerts);
  const tried = TRIALS.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('');
  return [
    ...alerts.flatMap(({ alert = '', annotations }) => [
      ...(annotations?.runbook_url === `${PUBLISHED}#${alert.toLowerCase()}` ? [] : [`${alert}: links no runbook`]),
      ...(sections.includes(alert) ? [] : [`${alert}: ${RUNBOOKS} has no section for it`]),
      ...(promised.has(alert) && tested.includes(alert)
        ? []
        : [`${alert}: no promise says when it fires and why it can wait, or none is tried`]),
      ...(triedWith(alert, tried, true) ? [] : [`${alert}: no trial sets it off`]),
      ...(triedWith(alert, tried, false) ? [] : [`${alert}: it stays silent in no trial`]),
    ]),
    ...sections
      .filter((name) => !alerts.some(({ alert }) => alert === name))
      .map((name) => `${RUNBOOKS}: nothing leads to ${name}`),
  ];
}

/** Commands of the runbooks that somebody without a clone cannot run, or that name an object that is not there. */
export function commandProblems(
  manifests: readonly Manifest[],
  runbooks = readFileSync(path.join(ROOT, RUNBOOKS), 'utf8'),
) {
  const sections = runbooks.slice(runbooks.indexOf('\n## '));
  return [...sections.matchAll(/`((npm|npx|node|docker|operate|kubectl) [^`]+)`/g)].flatMap(
    ([, command = '', program]) => {
      if (program === 'operate') return operatesProgram(command) ? [] : [`${RUNBOOKS}: the image has no ${command}`];
      if (program !== 'kubectl') return [`${RUNBOOKS}: ${command} needs a clone`];
      const gone = [
        ...command.matchAll(/\b(deployment|statefulset|cronjob|hpa|certificate)[/ ]([a-z][a-z-]*)/g),
      ].filter(
        ([, kind = '', name]) => !manifests.some((one) => one.metadata.name === name && KINDS[kind] === one.kind),
      );
      return gone.map(([object]) => `${RUNBOOKS}: there is no ${object}`);
    },
  );
}

const KINDS: Readonly<Record<string, string>> = {
  deployment: 'Deployment',
  statefulset: 'StatefulSet',
  cronjob: 'CronJob',
  hpa: 'HorizontalPodAutoscaler',
  certificate: 'Certificate',
};

/** Whether `operate <program> …` names a program that the image `operator` holds. */
function operatesProgram(command: string): boolean {
  const [, program = ''] = command.split(' ');
  return existsSync(path.join(ROOT, `standalone/src/${program}.ts`));
}

/** Whether a trial expects this alert to fire, or to stay silent. */
function triedWith(alert: string, trials: string, fires: boolean): boolean {
  return new RegExp(`alertname: ${alert}\\n +exp_alerts:${fires ? '\\n' : ' \\[\\]'}`).test(trials);
}

const run = promisify(execFile);

/**
 * promtool's complaints about the rules, and on demand about their tests, which take two minutes of processor; empty if
 * promtool is not installed.
 */
export async function promtoolProblems(withTrials: boolean): Promise<readonly string[]> {
  const promtool = findPromtool();
  if (promtool === undefined) {
    leaveOut('promtool is not here (npm run k8s -- prepare): the alerts are not tried.', { quick: !withTrials });
    return [];
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'volant-rules-'));
  try {
    writeFileSync(path.join(folder, 'rules.yaml'), stringify(rulesIn()));
    const trials = TRIALS.map((file) => {
      const copy = path.join(folder, path.basename(file));
      copyFileSync(path.join(ROOT, file), copy);
      return copy;
    });
    const promises = path.join(folder, path.basename(PROMISES));
    writeFileSync(promises, stringify(trialsOfPromises()));
    const ask = async (what: string, file: string): Promise<readonly string[]> => {
      try {
        await run(promtool, [what, 'rules', file], { cwd: folder });
        return [];
      } catch (error) {
        const { stdout, stderr, message } = error as Error & { readonly stdout?: string; readonly stderr?: string };
        return [`promtool ${what} rules: ${stdout}${stderr || message}`];
      }
    };
    // One process for each file: promtool runs the tests of its files one after another.
    const tested = withTrials ? [promises, ...trials].map((file) => ask('test', file)) : [];
    return (await Promise.all([ask('check', 'rules.yaml'), ...tested])).flat();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
