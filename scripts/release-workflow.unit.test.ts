import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { productVersion, ROOT } from './k8s/manifests.ts';

interface Step {
  readonly name?: string;
  readonly run?: string;
}

const { jobs } = parse(readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};
const folder = mkdtempSync(path.join(tmpdir(), 'volant-release-'));
const TEMPLATES = ['coolify', 'dokploy', 'casaos'].map((name) => `deploy/compose.${name}.yml`);
for (const name of ['package.json', 'CHANGELOG.md', 'k8s/chart/values.yaml', 'k8s/chart/Chart.yaml', ...TEMPLATES])
  cpSync(path.join(ROOT, name), path.join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a step of the workflow as GitHub does. */
function runStep(job: string, name: RegExp, tag: string, more: Readonly<Record<string, string>> = {}) {
  const step = jobs[job]?.steps.find((one) => name.test(one.name ?? ''));
  return spawnSync('bash', ['-e', '-c', step?.run ?? 'exit 9'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TAG: tag, ...more },
  });
}

const TAG = `v${productVersion()}`;

test('a release takes the tag of the version, which the changelog knows, and no other', () => {
  const changelog = path.join(folder, 'CHANGELOG.md');
  const released = readFileSync(changelog, 'utf8').replace(/(?<=^## \[Unreleased\]\n)[\s\S]*?(?=^## )/m, '\n');
  writeFileSync(changelog, released.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- Something.\n'));
  expect(runStep('version', /the version of package.json/, TAG)).toMatchObject({ status: 1 });
  writeFileSync(changelog, released);
  expect(runStep('version', /the version of package.json/, TAG)).toMatchObject({ status: 0, stdout: '' });
  expect(runStep('version', /the version of package.json/, 'v0.0.1')).toMatchObject({ status: 1 });
});

test('the notes of a release are the section of its version', () => {
  expect(runStep('archive', /changelog/, TAG)).toMatchObject({ status: 0 });
  const headings = readFileSync(path.join(folder, 'notes.md'), 'utf8').match(/^## .*/gm);
  expect(headings).toEqual([expect.stringContaining(productVersion())]);
});

const HOME = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'Somebody/Volant' };

test('the published chart takes its images from the registry of the release, without capitals', () => {
  const output = path.join(folder, 'output');
  const given = { GITHUB_REPOSITORY: 'Somebody/Volant', GITHUB_OUTPUT: output };
  expect(runStep('version', /capitals/, TAG, given)).toMatchObject({ status: 0 });
  const registry = 'ghcr.io/somebody/volant';
  expect(readFileSync(output, 'utf8')).toBe(`registry=${registry}\n`);
  expect(runStep('chart', /published images/, TAG, { REGISTRY: registry, ...HOME })).toMatchObject({ status: 0 });
  const values = parse(readFileSync(path.join(folder, 'k8s/chart/values.yaml'), 'utf8'));
  expect(values.image.registry).toBe(registry);
  const chart = parse(readFileSync(path.join(folder, 'k8s/chart/Chart.yaml'), 'utf8'));
  expect(chart.home).toBe('https://github.com/Somebody/Volant');
});

test('the published templates take their image from the registry of the release', () => {
  const registry = 'ghcr.io/somebody/volant';
  expect(runStep('archive', /published images/, TAG, { REGISTRY: registry })).toMatchObject({ status: 0 });
  for (const name of TEMPLATES) {
    const { volant } = parse(readFileSync(path.join(folder, name), 'utf8')).services;
    expect([name, volant.image]).toEqual([name, `${registry}/standalone:${productVersion()}`]);
  }
});

test('every action is pinned to a commit, with its version beside it', () => {
  const folders = ['.github/workflows', '.github/actions/install'].map((folder) => path.join(ROOT, folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
  const used = files.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=\buses: )(?!\.\/).+$/gm) ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
});
