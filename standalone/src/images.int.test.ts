/** Compares docker-compose.yml and the Dockerfile with the settings the code reads, without a container engine. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings as analytics } from '@volant/analytics/environment';
import { readSettings as gateway } from '@volant/gateway/environment';
import { readSettings as identity } from '@volant/identity/environment';
import type { SettingsReader } from '@volant/infra/process/settings/environment';
import type { ProcessSettings } from '@volant/infra/process/settings/process-settings';
import { readSettings as pages } from '@volant/pages/environment';
import { readSettings as support } from '@volant/support/environment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings as standalone } from './environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly target: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly healthcheck?: object;
  readonly read_only?: boolean;
  readonly network_mode?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: object;
};
const dockerfile = read('Dockerfile');
const services = Object.entries(compose.services);
const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);

const READERS: Readonly<Record<string, SettingsReader<ProcessSettings>>> = {
  identity,
  pages,
  support,
  analytics,
  gateway,
};
const PROCESSES = Object.keys(READERS);
/** Services that run once and exit. */
const ONCE = ['secrets', 'migrate'];

let folder: string;
/** Maps a volume's path in the service that makes secrets to a temporary directory. */
const here = (place: string) => path.join(folder, place);
function makeSecrets(): void {
  const [script = '', ...args] = compose.services.secrets?.command ?? [];
  const given = args.map((arg) => (arg.startsWith('/') ? here(arg) : arg));
  const made = spawnSync(process.execPath, ['--import', 'tsx', sourceOf(script), ...given], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr);
}
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'volant-secrets-'));
  makeSecrets();
});
afterAll(() => rm(folder, { recursive: true }));

function sourceOf(script: string): string {
  return script.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
}

/** Directory mounted at a path of a service, as filled by the service that makes secrets. */
function mounted(name: string, place: string): string | undefined {
  const volumes = (service: string) => (compose.services[service]?.volumes ?? []).map((volume) => volume.split(':'));
  const [volume] = volumes(name).find(([, target]) => target === place) ?? [];
  const [, filled] = volumes('secrets').find(([source]) => source === volume) ?? [];
  return filled === undefined ? undefined : here(filled);
}

/** Instructions of a stage, including those of the stages it is built from. */
function stage(name: string): string {
  const [, base = '', text = ''] =
    new RegExp(`^FROM (\\S+) AS ${name}$([\\s\\S]*?)(?=^FROM |(?![\\s\\S]))`, 'm').exec(dockerfile) ?? [];
  return (stages.includes(base) ? stage(base) : '') + text;
}

function settingsOf(name: string): ProcessSettings {
  const environment = compose.services[name]?.environment ?? {};
  const own = mounted(name, '/secrets');
  const settings = Object.entries(environment).map(([key, value]) => [key, value.replace(/^\/secrets\//, `${own}/`)]);
  const reader = READERS[name];
  if (reader === undefined) throw new Error(`${name} is no process`);
  return reader(Object.fromEntries(settings));
}

/** What a process may lose with its disk is said in docs/how-to/outage.md. */
const DISKS: Readonly<Record<string, readonly string[]>> = { analytics: ['spool:/spool'], gateway: ['copy:/copy'] };

describe.each(PROCESSES)('the process %s', (name) => {
  test('gets all settings it requires, and none it does not read', () => {
    expect(settingsOf(name).host).toBe('127.0.0.1');
    const given = Object.keys(compose.services[name]?.environment ?? {});
    expect(given.filter((key) => !READERS[name]?.names.has(key))).toEqual([]);
  });

  test('is built from a stage that starts it, exposes its ports and writes only to its volumes', () => {
    const service = compose.services[name];
    expect(service?.build?.target).toBe(name);
    const instructions = stage(name);
    const [, main = ''] = /CMD \["node", "(\S+)"\]/.exec(instructions) ?? [];
    expect(existsSync(path.join(ROOT, sourceOf(main)))).toBe(true);
    expect(instructions).toContain(`EXPOSE ${settingsOf(name).port} ${settingsOf(name).operationsPort}`);
    expect(instructions.lastIndexOf('USER node')).toBeGreaterThan(instructions.lastIndexOf('USER root'));
    expect([service?.read_only, (service?.volumes ?? []).filter((volume) => !volume.endsWith(':ro'))]).toEqual([
      true,
      DISKS[name] ?? [],
    ]);
  });
});

test('addresses name services of the file and the ports they listen on', () => {
  const known: Record<string, number> = {
    mongodb: 27_017,
    kafka: 9092,
    clickhouse: 8123,
    redis: 6379,
    minio: 9000,
    mail: 1025,
  };
  for (const name of PROCESSES) known[name] = settingsOf(name).port;
  for (const [, { environment = {} }] of services) {
    for (const [key, value] of Object.entries(environment)) {
      if (!/^VOLANT_\w+_(URL|BROKERS)$/.test(key)) continue;
      const [, host = '', port] = /^(?:\w+:\/\/)?([\w-]+):(\d+)/.exec(value) ?? [];
      expect([key, host in compose.services, Number(port)]).toEqual([key, true, known[host]]);
    }
  }
});

test('published ports are reachable from this machine only, and the file contains no password', () => {
  const published = services.flatMap(([, { ports = [] }]) => ports);
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  expect(compose.services.gateway?.ports).toEqual([`127.0.0.1:3000:${settingsOf('gateway').port}`]);
  expect(compose.networks.inside?.internal).toBe(true);
  for (const [name, { networks, network_mode }] of services) {
    if (networks?.includes('outside')) expect(['gateway', 'mail']).toContain(name);
    else expect([name, network_mode ?? networks]).toEqual([name, network_mode === 'none' ? 'none' : ['inside']]);
  }
  const literal = services.flatMap(([, { environment = {} }]) =>
    Object.keys(environment).filter((key) => /PASSWORD|SECRET|KEY/.test(key) && !key.endsWith('_FILE')),
  );
  expect(literal).toEqual([]);
});

test('the migrate service has the addresses of the servers', () => {
  const environment = Object.keys(compose.services.migrate?.environment ?? {});
  const addresses = ['VOLANT_MONGODB_URL', 'VOLANT_KAFKA_BROKERS', 'VOLANT_CLICKHOUSE_URL', 'VOLANT_REDIS_URL'];
  expect(environment).toEqual(expect.arrayContaining(addresses));
});

describe('secrets', () => {
  const given = (name: string) => {
    const own = mounted(name, '/secrets');
    return own === undefined ? [] : readdirSync(own).sort();
  };
  const others = services.map(([name]) => name).filter((name) => name !== 'secrets');
  const readers = (secret: string) => others.filter((name) => given(name).includes(secret));

  test('every service mounts exactly the secrets it reads', () => {
    for (const [name, service] of services) {
      if (name === 'secrets') continue;
      const read = [...JSON.stringify(service).matchAll(/\/secrets\/([\w.-]+)/g)].map(([, secret]) => secret);
      expect([name, given(name)]).toEqual([name, [...new Set(read)].sort()]);
    }
  });

  test('only identity has the signing key, and only processes have the internal secret', () => {
    expect(readers('signing-key.json')).toEqual(['identity']);
    expect(readers('superadmin-password')).toEqual(['identity']);
    expect(readers('mongodb-keyfile')).toEqual(['mongodb']);
    expect(readers('internal-secret').sort()).toEqual([...PROCESSES].sort());
  });

  test('no service mounts another’s secrets or the directory with all of them', () => {
    for (const [name, { volumes = [] }] of services) {
      if (name === 'secrets') continue;
      const secret = volumes.filter((volume) => /secrets/.test(volume));
      expect([name, secret]).toEqual([name, given(name).length === 0 ? [] : [`${name}-secrets:/secrets:ro`]]);
    }
    const named = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]));
    expect(Object.keys(compose.volumes).sort()).toEqual([...new Set(named)].sort());
  });

  test('secrets stay the same at the next start, and lost copies are restored', async () => {
    const signingKey = path.join(mounted('identity', '/secrets') ?? '', 'signing-key.json');
    const before = readFileSync(signingKey, 'utf8');
    await rm(signingKey);
    makeSecrets();
    expect(readFileSync(signingKey, 'utf8')).toBe(before);
  });
});

test('images are pinned, have health checks and start in order', () => {
  for (const [name, service] of services) {
    const ours = service.image?.startsWith('volant/') === true;
    if (!ours) expect(service.image).toMatch(/:.*\d+\.\d+|RELEASE\.\d{4}/);
    if (service.build !== undefined) expect(stages).toContain(service.build.target);
    if (!ONCE.includes(name)) expect([name, service.healthcheck !== undefined]).toEqual([name, true]);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(other in compose.services).toBe(true);
      if (ONCE.includes(other)) expect(condition).toBe('service_completed_successfully');
    }
  }
  for (const name of ONCE) {
    const [script = ''] = compose.services[name]?.command ?? [];
    expect(existsSync(path.join(ROOT, sourceOf(script)))).toBe(true);
  }
});

test('the images contain every package and use one version of Node', () => {
  const { workspaces, optionalDependencies } = JSON.parse(read('package.json')) as {
    workspaces: string[];
    optionalDependencies: Record<string, string>;
  };
  const packages = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(path.join(ROOT, pattern.slice(0, -2))).map((name) => `${pattern.slice(0, -1)}${name}`)
      : [pattern],
  );
  for (const name of packages) expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/\n`);
  for (const [, from] of dockerfile.matchAll(/^COPY --from=build \/volant\/(\S+?)(?:\/dist)? /gm)) {
    expect([from, existsSync(path.join(ROOT, from ?? ''))]).toEqual([from, true]);
  }
  const [, node] = /^ARG NODE=([\d.]+)-/m.exec(dockerfile) ?? [];
  const others = [...Object.values(optionalDependencies), read('.nvmrc').trim()];
  expect([...new Set(others)]).toEqual([node]);
});

test('the product in one container reads each setting of its Compose file and writes only to its volume', () => {
  const { volant, caddy } = parse(read('deploy/compose.standalone.yml'), { merge: true }).services;
  expect(volant).toMatchObject({ build: { target: 'standalone' }, read_only: true, volumes: ['data:/data'] });
  expect(Object.keys(volant.environment).filter((key) => !standalone.names.has(key))).toEqual([]);
  expect(stage('standalone')).toContain('VOLANT_DATA_DIR=/data');
  expect(caddy.command).toContain(`--to volant:${/EXPOSE (\d+)/.exec(stage('standalone'))?.[1]}`);
});
