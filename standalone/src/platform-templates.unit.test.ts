/** Compares the templates of deploy/ for Coolify, Dokploy and CasaOS with the product in one container. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from './environment.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, ROOT), 'utf8');

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>> | readonly string[];
  readonly volumes: readonly unknown[];
  readonly [key: string]: unknown;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: object;
  readonly 'x-casaos'?: Readonly<Record<string, unknown>>;
}

const compose = (name: string) => parse(read(`deploy/compose.${name}.yml`), { merge: true }) as ComposeFile;
const { version } = JSON.parse(read('package.json')) as { version: string };
const dockerfile = read('Dockerfile');
const stage = dockerfile.split(/^(?=FROM )/m).find((text) => / AS standalone$/m.test(text)) ?? '';
const [, port = ''] = /^EXPOSE (\d+)$/m.exec(stage) ?? [];
const standalone = compose('standalone').services.volant;

/** How the container runs and how it is confined. Taken from compose.standalone.yml. */
const SHARED = [
  ...['restart', 'init', 'read_only', 'cap_drop', 'security_opt', 'tmpfs', 'stop_grace_period', 'healthcheck'],
  'logging',
];
const OWN = ['image', 'volumes', 'environment'];
/** CasaOS has no proxy, so the port is published. */
const OF_CASAOS = ['container_name', 'network_mode', 'ports'];

const DOMAIN = 'volant.example';
/** The environment of the container, in which the platform has replaced its variable. */
function environmentOf({ environment }: Service): Readonly<Record<string, string>> {
  const entries = Array.isArray(environment)
    ? (environment as readonly string[]).map((line) => line.split('='))
    : Object.entries(environment);
  const text = JSON.stringify(Object.fromEntries(entries))
    .replace(/\$\{VOLANT_DOMAIN:\?[^}]*\}/, DOMAIN)
    .replace(/\$\{SERVICE_URL_VOLANT\}/, `https://${DOMAIN}`);
  return JSON.parse(text);
}

function serviceOf(name: string): Service {
  const { volant } = compose(name).services;
  if (volant === undefined) throw new Error(`compose.${name}.yml has no service volant`);
  return volant;
}

test('the image runs as an unprivileged user', () => {
  expect(stage.lastIndexOf('USER node')).toBeGreaterThan(stage.lastIndexOf('USER root'));
});

describe.each(['coolify', 'dokploy', 'casaos'])('compose.%s.yml', (name) => {
  const service = serviceOf(name);

  test('has one service, which runs the image of this version', () => {
    expect(Object.keys(compose(name).services)).toEqual(['volant']);
    expect(service.image).toBe(`registry.example/volant/standalone:${version}`);
  });

  test('runs and confines the container as compose.standalone.yml does', () => {
    for (const key of SHARED) {
      expect(standalone).toHaveProperty(key);
      expect([key, service[key]]).toEqual([key, standalone?.[key]]);
    }
    const more = name === 'casaos' ? OF_CASAOS : [];
    expect(Object.keys(service).sort()).toEqual([...SHARED, ...OWN, ...more].sort());
  });

  test('sets the public address and the trusted proxies, and nothing else', () => {
    const environment = environmentOf(service);
    const names = Object.keys(environment).filter((key) => key !== `SERVICE_URL_VOLANT_${port}`);
    expect(names.sort()).toEqual(['VOLANT_ORIGIN', 'VOLANT_TRUSTED_PROXIES']);
    const { VOLANT_ORIGIN = '', VOLANT_TRUSTED_PROXIES = '' } = environment;
    const expected = environmentOf(serviceOf('standalone'));
    expect(VOLANT_TRUSTED_PROXIES).toBe(expected.VOLANT_TRUSTED_PROXIES);
    expect(readSettings({ VOLANT_ORIGIN, VOLANT_TRUSTED_PROXIES })).toMatchObject({
      origin: `https://${DOMAIN}`,
      trustedProxies: VOLANT_TRUSTED_PROXIES.split(','),
      demo: false,
    });
  });
});

test.each(['coolify', 'dokploy'])('compose.%s.yml keeps the data in one named volume and publishes no port', (name) => {
  expect(compose(name).volumes).toEqual({ data: null });
  expect(serviceOf(name).volumes).toEqual(['data:/data']);
});

test('Coolify leads the domain to the port of the image', () => {
  expect(serviceOf('coolify').environment).toContain(`SERVICE_URL_VOLANT_${port}`);
  expect(read('deploy/compose.coolify.yml')).toContain(`# port: ${port}\n`);
});

test('template.dokploy.toml leads the domain to the service and sets its variable', () => {
  const template = read('deploy/template.dokploy.toml');
  expect(template.split(DOMAIN)).toHaveLength(2);
  const lines = template.replace(/\$\{main_domain\}/g, DOMAIN).split('\n');
  const settings = lines.filter((line) => /^\w+ = /.test(line));
  expect(settings).toEqual([
    ...[`main_domain = "${DOMAIN}"`, 'serviceName = "volant"', `port = ${port}`, `host = "${DOMAIN}"`],
    `VOLANT_DOMAIN = "${DOMAIN}"`,
  ]);
});

describe('compose.casaos.yml', () => {
  const { volumes, 'x-casaos': metadata, ...file } = compose('casaos');
  const service = serviceOf('casaos');

  test('keeps the data in one directory, which the form of CasaOS leaves as it is', () => {
    expect(volumes).toBeUndefined();
    expect(service.volumes).toEqual([{ type: 'bind', source: '/DATA/AppData/volant', target: '/data' }]);
    expect(read('deploy/compose.casaos.yml').match(/install -d -o 1000/g)).toHaveLength(3);
  });

  test('publishes the port that its entry opens', () => {
    expect(service.ports).toEqual([{ target: Number(port), published: port, protocol: 'tcp' }]);
    // CasaOS takes the service with the name of the file for the main one.
    expect(file).toMatchObject({ name: 'volant' });
    expect(metadata).toMatchObject({ main: 'volant', port_map: port, version });
  });
});
