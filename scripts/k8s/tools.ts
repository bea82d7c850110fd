import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ServersError } from '../servers/server.ts';
import { CACHE, exists, findProgram, GO_BUILD, makeOnce, needProgram, run } from '../servers/tools.ts';
import type { Kustomize } from './manifests.ts';

const KUSTOMIZE = '5.7.1';
const KUSTOMIZE_FOLDER = path.join(CACHE, `kustomize-${KUSTOMIZE}`);
const HELM = '3.19.2';
const HELM_FOLDER = path.join(CACHE, `helm-${HELM}`);
const ACTIONLINT = '1.7.9';
const ACTIONLINT_FOLDER = path.join(CACHE, `actionlint-${ACTIONLINT}`);
const COMPOSE = '2.16.2';
const COMPOSE_SOURCE = path.join(import.meta.dirname, 'compose-reader.go');
/** Built anew when its source changes. */
const COMPOSE_FOLDER = path.join(
  CACHE,
  `compose-reader-${COMPOSE}-${createHash('sha256').update(readFileSync(COMPOSE_SOURCE)).digest('hex').slice(0, 8)}`,
);
const COMPOSE_READER = path.join(COMPOSE_FOLDER, 'compose-reader');
const PROMETHEUS_FOLDER = path.join(CACHE, 'prometheus');
const PROMTOOL = path.join(PROMETHEUS_FOLDER, 'usr/bin/promtool');

/** Says what is not looked at for want of a program, which is an error in CI, except in the quick check. */
export function leaveOut(sentence: string, { quick }: { readonly quick: boolean }): void {
  if (process.env.CI !== undefined && !quick) throw new ServersError(sentence);
  console.log(sentence);
}

const works = (program: string, args: readonly string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Undefined if this machine has none. */
export function findKustomize(): Kustomize | undefined {
  for (const program of ['kustomize', path.join(KUSTOMIZE_FOLDER, 'kustomize')]) {
    if (works(program, ['version'])) return [program, 'build'];
  }
  return works('kubectl', ['kustomize', '--help']) ? ['kubectl', 'kustomize'] : undefined;
}

/** Undefined if this machine has none, which is an error in CI. */
export function kustomizeIfHere(): Kustomize | undefined {
  const kustomize = findKustomize();
  if (kustomize !== undefined) return kustomize;
  const sentence = 'Neither kustomize nor kubectl is here (npm run k8s -- prepare): the manifests are not looked at.';
  leaveOut(sentence, { quick: false });
  return undefined;
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

/** What reads docker-compose.yml; undefined if it was not built. */
export const findComposeReader = () => (existsSync(COMPOSE_READER) ? COMPOSE_READER : undefined);

type Go = (...args: readonly string[]) => Promise<void>;

/** Builds a program from source, once. */
async function makeWithGo(folder: string, name: string, make: (go: Go, unfinished: string) => Promise<void>) {
  const program = await needProgram('go', name, `install Go 1.24 or later, or ${name}`);
  await makeOnce(folder, (unfinished) => {
    const env = { GOBIN: unfinished, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };
    return make((...args) => run(program, args, { cwd: unfinished, env }), unfinished);
  });
}

function build(folder: string, module: string): Promise<void> {
  const name = module.replace(/@.*$/, '').split('/').at(-1) ?? module;
  return makeWithGo(folder, name, (go) => go('install', ...GO_BUILD, module));
}

/** The command of the Compose specification's library does not look whether what a service names is there: ours does. */
function buildComposeReader(): Promise<void> {
  return makeWithGo(COMPOSE_FOLDER, 'compose-reader', async (go, unfinished) => {
    await copyFile(COMPOSE_SOURCE, path.join(unfinished, 'main.go'));
    await go('mod', 'init', 'compose-reader');
    await go('get', `github.com/compose-spec/compose-go/v2/cli@v${COMPOSE}`);
    await go('build', ...GO_BUILD, '.');
  });
}

/** Builds Helm if it is missing: three minutes of processor time. */
export async function prepareHelm(): Promise<void> {
  if (findHelm() === undefined) await build(HELM_FOLDER, `helm.sh/helm/v3/cmd/helm@v${HELM}`);
}

/** Fetches missing tools for the check: promtool from Debian's package, the others from source. */
export async function prepareTools(): Promise<void> {
  if (findKustomize() === undefined) {
    await build(KUSTOMIZE_FOLDER, `sigs.k8s.io/kustomize/kustomize/v5@v${KUSTOMIZE}`);
  }
  if (findActionlint() === undefined) {
    await build(ACTIONLINT_FOLDER, `github.com/rhysd/actionlint/cmd/actionlint@v${ACTIONLINT}`);
  }
  if (findComposeReader() === undefined) await buildComposeReader();
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
