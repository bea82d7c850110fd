import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ServersError } from '../servers/server.ts';
import { CACHE, exists, findProgram, GO_BUILD, makeOnce, needProgram, run } from '../servers/tools.ts';

const KUSTOMIZE = '5.7.1';
const KUSTOMIZE_FOLDER = path.join(CACHE, `kustomize-${KUSTOMIZE}`);
const HELM = '3.19.2';
const HELM_FOLDER = path.join(CACHE, `helm-${HELM}`);
const ACTIONLINT = '1.7.9';
const ACTIONLINT_FOLDER = path.join(CACHE, `actionlint-${ACTIONLINT}`);
const PROMETHEUS_FOLDER = path.join(CACHE, 'prometheus');
const PROMTOOL = path.join(PROMETHEUS_FOLDER, 'usr/bin/promtool');

/** Says what is not looked at for want of a program, which is an error in CI, except in the quick check. */
export function leaveOut(sentence: string, { quick }: { readonly quick: boolean }): void {
  if (process.env.CI !== undefined && !quick) throw new ServersError(sentence);
  console.log(sentence);
}

const works = (program: string, args: readonly string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** The command that builds overlays; undefined if this machine has none. */
export function findKustomize(): readonly [string, ...string[]] | undefined {
  for (const program of ['kustomize', path.join(KUSTOMIZE_FOLDER, 'kustomize')]) {
    if (works(program, ['version'])) return [program, 'build'];
  }
  return works('kubectl', ['kustomize', '--help']) ? ['kubectl', 'kustomize'] : undefined;
}

/** Prometheus' tool for rules; undefined if it is not installed. */
export function findPromtool(): string | undefined {
  return ['promtool', PROMTOOL].find((program) => works(program, ['--version']));
}

/** Helm, for the chart; undefined if it is not installed. */
export function findHelm(): string | undefined {
  return ['helm', path.join(HELM_FOLDER, 'helm')].find((program) => works(program, ['version']));
}

/** The linter of GitHub's workflows; undefined if it is not installed. */
export function findActionlint(): string | undefined {
  return ['actionlint', path.join(ACTIONLINT_FOLDER, 'actionlint')].find((program) => works(program, ['-version']));
}

/** Builds a program from source, once. */
async function build(folder: string, module: string): Promise<void> {
  const name = module.replace(/@.*$/, '').split('/').at(-1) ?? module;
  const go = await needProgram('go', name, `install Go 1.24 or later, or ${name}`);
  await makeOnce(folder, (unfinished) =>
    run(go, ['install', ...GO_BUILD, module], {
      cwd: unfinished,
      env: { GOBIN: unfinished, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' },
    }),
  );
}

/** Builds Helm if it is missing: three minutes of processor time. */
export async function prepareHelm(): Promise<void> {
  if (findHelm() === undefined) await build(HELM_FOLDER, `helm.sh/helm/v3/cmd/helm@v${HELM}`);
}

/** Fetches missing tools for the check: kustomize and actionlint from source, promtool from Debian's package. */
export async function prepareTools(): Promise<void> {
  if (findKustomize() === undefined) {
    await build(KUSTOMIZE_FOLDER, `sigs.k8s.io/kustomize/kustomize/v5@v${KUSTOMIZE}`);
  }
  if (findActionlint() === undefined) {
    await build(ACTIONLINT_FOLDER, `github.com/rhysd/actionlint/cmd/actionlint@v${ACTIONLINT}`);
  }
  const apt = await findProgram('apt-get');
  if (findPromtool() !== undefined || apt === undefined) return;
  await makeOnce(PROMETHEUS_FOLDER, async (unfinished) => {
    const fetched = path.join(unfinished, 'package');
    await mkdir(fetched);
    // Download without installing: Debian would start a server.
    const download = () => run(apt, ['download', 'prometheus'], { cwd: fetched });
    await download().catch(async () => {
      await run(apt, ['update']);
      await download();
    });
    await run('sh', ['-c', `dpkg-deb -x package/*.deb . && rm -r package usr/bin/prometheus`], { cwd: unfinished });
  });
  if (!(await exists(PROMTOOL))) throw new Error('Debian’s package prometheus holds no promtool.');
}
