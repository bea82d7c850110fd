import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSettings as readGateway } from '../../gateway/src/environment.ts';
import type { SettingsReader } from '../../infra/src/process/settings/environment.ts';
import type { ProcessSettings } from '../../infra/src/process/settings/process-settings.ts';
import { readSettings as readAnalytics } from '../../services/analytics/src/environment.ts';
import { readSettings as readIdentity } from '../../services/identity/src/environment.ts';
import { readSettings as readPages } from '../../services/pages/src/environment.ts';
import { readSettings as readSupport } from '../../services/support/src/environment.ts';
import { readSettings as readStandalone } from '../../standalone/src/environment.ts';
import { FLOWS, flowsOf } from './flows.ts';
import type { Manifest } from './manifests.ts';
import { environmentOf, isOurs, PROCESSES, secretFilesOf, type Workload, workloadsOf } from './workloads.ts';

const READERS: Readonly<Record<(typeof PROCESSES)[number], SettingsReader<ProcessSettings>>> = {
  gateway: readGateway,
  identity: readIdentity,
  pages: readPages,
  support: readSupport,
  collect: readAnalytics,
  ingest: readAnalytics,
  reports: readAnalytics,
};

const SERVERS = ['MONGODB', 'KAFKA', 'CLICKHOUSE', 'REDIS', 'S3', 'SMTP', 'SUPPORT_IMAP'] as const;
/** Servers whose settings begin with another name. */
const IN_SETTINGS: Readonly<Record<string, string>> = { imap: 'SUPPORT_IMAP' };
const USUAL_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** The settings of a process according to the manifests, including secrets. */
export function processSettings(
  process: (typeof PROCESSES)[number],
  manifests: readonly Manifest[],
  secrets: string,
): ProcessSettings {
  const workload = workloadsOf(manifests).find(({ name }) => name === process);
  if (workload === undefined) throw new Error(`there is no ${process}`);
  return withSecrets(workload, manifests, secrets, READERS[process]);
}

/** Reads the environment with a folder that holds exactly the pod's secret files. */
function withSecrets<S>(
  workload: Workload,
  manifests: readonly Manifest[],
  secrets: string,
  read: (environment: Record<string, string>) => S,
): S {
  const mounted = path.join(secrets, `.mounted-${workload.name}`);
  mkdirSync(mounted);
  try {
    // If the manifests do not create the Secret, the operator does, with the keys that the process reads.
    const environment = environmentOf(workload, manifests);
    const files = secretFilesOf(workload, manifests) ?? neededFiles(environment);
    for (const name of files) writeFileSync(path.join(mounted, name), secretOf(path.join(secrets, name)));
    return read(
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, value.replace(/^\/secrets\//, `${mounted}/`)]),
      ),
    );
  } finally {
    rmSync(mounted, { recursive: true });
  }
}

function neededFiles(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(environment).flatMap((value) => /^\/secrets\/(.+)$/.exec(value)?.[1] ?? []);
}

/** Passwords that `npm run keys` does not create come from elsewhere: any value will do here. */
function secretOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'a password of somebody else’s, and a long one';
  }
}

/** Settings that are missing, invalid, or unused by the process that has them. */
export function settingProblems(manifests: readonly Manifest[], secrets: string): readonly string[] {
  return workloadsOf(manifests)
    .filter(isOurs)
    .flatMap((workload) => {
      const { name } = workload;
      const process = PROCESSES.find((known) => known === name);
      const reader: SettingsReader<unknown> = process === undefined ? readStandalone : READERS[process];
      return [
        ...unread(workload, manifests, reader),
        ...refused(() => withSecrets(workload, manifests, secrets, reader)),
        ...wrongFiles(workload, manifests),
        ...wrongPorts(workload, manifests),
      ].map((problem) => `${name}: ${problem}`);
    });
}

function refused(attempt: () => unknown): readonly string[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function unread(
  workload: Workload,
  manifests: readonly Manifest[],
  { names }: SettingsReader<unknown>,
): readonly string[] {
  const servers = FLOWS[workload.name]?.map(nameInSettings) ?? [];
  return Object.keys(environmentOf(workload, manifests)).flatMap((given) => {
    const server = SERVERS.find((known) => given.startsWith(`VOLANT_${known}_`));
    if (server !== undefined && !servers.includes(server)) return [`${given}: it does not use this server`];
    // OpenTelemetry's library reads its own.
    return names.has(given) || given.startsWith('OTEL_') ? [] : [`${given}: nobody reads it`];
  });
}

/** Every named file exists, and there are no other files. */
function wrongFiles(workload: Workload, manifests: readonly Manifest[]): readonly string[] {
  const there = secretFilesOf(workload, manifests);
  if (there === undefined) return [];
  const named = neededFiles(environmentOf(workload, manifests));
  return [
    ...named.filter((file) => !there.includes(file)).map((file) => `its Secret lacks ${file}`),
    ...there.filter((file) => !named.includes(file)).map((file) => `its Secret holds ${file}, which it does not read`),
  ];
}

const nameInSettings = (server: string) => IN_SETTINGS[server] ?? server.toUpperCase();

/** The policy for a server permits the port of the server's address. */
function wrongPorts(workload: Workload, manifests: readonly Manifest[]): readonly string[] {
  const { sent } = flowsOf(manifests);
  const environment = environmentOf(workload, manifests);
  return SERVERS.flatMap((server) => {
    const address = environment[`VOLANT_${server}_URL`] ?? environment[`VOLANT_${server}_BROKERS`];
    if (address === undefined) return [];
    const expected = portsOf(address);
    const open = sent.filter(({ from, to }) => from === workload.name && nameInSettings(to) === server);
    const ports = new Set(open.map(({ port }) => port));
    const same = ports.size === expected.size && [...expected].every((port) => ports.has(port));
    return same ? [] : [`${address} is not at port ${[...ports].join(', ') || '(none)'}, which the policy opens`];
  });
}

function portsOf(address: string): ReadonlySet<string> {
  const [, scheme = '', hosts = address] = /^(\w[\w+]*:)\/\/(?:[^@/]*@)?([^/]+)/.exec(address) ?? [];
  return new Set(hosts.split(',').map((host) => /:(\d+)$/.exec(host)?.[1] ?? USUAL_PORTS[scheme] ?? '?'));
}
