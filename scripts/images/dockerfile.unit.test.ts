import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readDockerfile, settingsOf } from './dockerfile.ts';
import { readIgnored } from './ignored.ts';
import { laidOut, PROCESSES } from './lay-out.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const stages = readDockerfile(path.join(ROOT, 'Dockerfile'));
const ignored = readIgnored(path.join(ROOT, '.dockerignore'));

describe('the Dockerfile', () => {
  test('copies nothing that .dockerignore keeps out', () => {
    const copied = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
      .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1));
    expect(copied).toContain('bench/package.json');
    expect(copied.filter(ignored)).toEqual([]);
  });

  test('starts each process as the user node, with the main file of its service', () => {
    for (const name of PROCESSES) {
      const { user, directory, command, environment } = settingsOf(stages, name);
      const folder = name === 'gateway' ? name : `services/${name}`;
      expect([user, directory, command]).toEqual(['node', '/volant', ['node', `${folder}/dist/main.js`]]);
      expect(environment.NODE_OPTIONS).toBe('--enable-source-maps');
    }
  });

  test('lays out only stages that need nothing but Node', () => {
    const bases = laidOut.map(({ base }) => base).filter((base) => !laidOut.some(({ name }) => name === base));
    expect(bases.filter((base) => !base.startsWith('node:'))).toEqual([]);
  });

  test('leaves only the embedded ClickHouse out of the processes', () => {
    const runs = stages.find(({ name }) => name === 'cluster-modules')?.instructions ?? [];
    const removed = runs.flatMap(({ rest }) => rest.match(/(?<=\/modules\/)\S+/g) ?? []);
    expect(removed).toEqual(['@chdb', 'chdb']);
  });

  test('builds for both processor architectures, at the version of the product', () => {
    const bake = readFileSync(path.join(ROOT, 'docker-bake.hcl'), 'utf8');
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const listed = /process = (\[.*\])/.exec(bake)?.[1] ?? '[]';
    const targets = JSON.parse(listed) as string[];
    expect(targets.length).toBe(8);
    expect(targets.filter((name) => !stages.some((stage) => stage.name === name))).toEqual([]);
    expect(bake).toContain(`default = "${version}"`);
    expect(bake).toContain('platforms = ["linux/amd64", "linux/arm64"]');
  });
});

describe('.dockerignore', () => {
  test.each([
    ['node_modules/zod/index.js', true],
    ['services/pages/node_modules/x', true],
    ['web/dist/index.html', true],
    ['services/pages/src/a.unit.test.ts', true],
    ['e2e/tests/a.ts', true],
    ['e2e/package.json', false],
    ['services/pages/src/main.ts', false],
    ['webdist', false],
  ])('ignores %s: %s', (file, out) => {
    expect(ignored(file)).toBe(out);
  });
});
