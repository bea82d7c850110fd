import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EVENTS_PATH } from '../../services/analytics/src/collect/collect-routes.ts';
import { type Manifest, ROOT } from './manifests.ts';
import { processSettings } from './settings.ts';
import { environmentOf, isOurs, PROCESSES, workloadsOf } from './workloads.ts';

const OPERATIONS = 'infra/src/process/shell/operations-server.ts';

/** Ports and paths of the manifests that the code does not know, and addresses of processes that do not exist. */
export function nameProblems(manifests: readonly Manifest[], secrets: string): readonly string[] {
  return [...portProblems(manifests, secrets), ...pathProblems(manifests), ...addressProblems(manifests)];
}

function portProblems(manifests: readonly Manifest[], secrets: string): readonly string[] {
  return workloadsOf(manifests).flatMap(({ name, containers: [container] }) => {
    const process = PROCESSES.find((known) => known === name);
    if (process === undefined) return [];
    const settings = settingsOf(process, manifests, secrets);
    if (settings === undefined) return [];
    const { port, operationsPort } = settings;
    const ports: Record<string, number> = Object.fromEntries(
      container.ports.map((given: { name: string; containerPort: number }) => [given.name, given.containerPort]),
    );
    const service = manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
    const offered: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[] =
      service?.spec.ports ?? [];
    return [
      ...(ports.http === port ? [] : [`${name} listens on ${port}, not on ${ports.http}`]),
      ...(ports.operations === operationsPort ? [] : [`${name} answers operators on ${operationsPort}`]),
      ...(service === undefined ? [`${name} has no Service`] : []),
      ...offered
        .filter(({ name: given, port: number, targetPort }) => ports[given] !== number || targetPort !== given)
        .map(({ name: given, port: number }) => `Service ${name}: ${given} is not ${number}`),
    ];
  });
}

/** Undefined if the settings are invalid; `settingProblems` reports that. */
function settingsOf(...given: Parameters<typeof processSettings>): ReturnType<typeof processSettings> | undefined {
  try {
    return processSettings(...given);
  } catch {
    return undefined;
  }
}

function pathProblems(manifests: readonly Manifest[]): readonly string[] {
  const operations = [...read(OPERATIONS).matchAll(/server\.get\('([^']+)'/g)].map(([, route]) => route);
  const probed = workloadsOf(manifests)
    .filter(isOurs)
    .flatMap(({ name, containers: [container] }) =>
      ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap((probe) => {
        const route: string | undefined = container[probe]?.httpGet?.path;
        return route === undefined || operations.includes(route) ? [] : [`${name} has no ${route} for its ${probe}`];
      }),
    );
  const scraped = manifests.flatMap(({ kind, spec }) =>
    kind !== 'ServiceMonitor'
      ? []
      : spec.endpoints
          .filter((endpoint: { path: string; port: string }) => !operations.includes(endpoint.path))
          .map((endpoint: { path: string }) => `nobody answers ${endpoint.path}, which Prometheus asks for`),
  );
  const routes = publicRoutes(manifests);
  const expected = JSON.stringify([
    [EVENTS_PATH, 'Exact', 'collect'],
    ['/', 'Prefix', 'gateway'],
  ]);
  return [
    ...probed,
    ...scraped,
    ...(JSON.stringify(routes) === expected ? [] : [`scans and everything else are sent to ${JSON.stringify(routes)}`]),
  ];
}

/** Routes of the Ingress or of the Gateway API. */
function publicRoutes(manifests: readonly Manifest[]): readonly (readonly [string, string, string])[] {
  return manifests.flatMap(({ kind, spec }): readonly (readonly [string, string, string])[] => {
    if (kind === 'Ingress') {
      // biome-ignore lint/suspicious/noExplicitAny: shapes of Kubernetes.
      return spec.rules.flatMap((rule: any) =>
        // biome-ignore lint/suspicious/noExplicitAny: shapes of Kubernetes.
        rule.http.paths.map((route: any) => [route.path, route.pathType, route.backend.service.name]),
      );
    }
    if (kind !== 'HTTPRoute') return [];
    // biome-ignore lint/suspicious/noExplicitAny: shapes of the Gateway API.
    return spec.rules.flatMap((rule: any) =>
      rule.matches.map(({ path: { type, value } }: { path: { type: string; value: string } }) => [
        value,
        type.replace('PathPrefix', 'Prefix'),
        rule.backendRefs[0].name,
      ]),
    );
  });
}

/** Host names without a dot are our own Services. */
function addressProblems(manifests: readonly Manifest[]): readonly string[] {
  const services = manifests.filter(({ kind }) => kind === 'Service');
  return workloadsOf(manifests)
    .filter(isOurs)
    .flatMap((workload) =>
      Object.entries(environmentOf(workload, manifests)).flatMap(([setting, value]) => {
        const process = /^VOLANT_(IDENTITY|PAGES|SUPPORT|ANALYTICS|COLLECT)_URL$/.test(setting);
        const [, host, port] = /^http:\/\/([a-z]+):(\d+)$/.exec(value) ?? [];
        if (!process) return [];
        const service = services.find(({ metadata }) => metadata.name === host);
        const there = service?.spec.ports.some(({ port: given }: { port: number }) => String(given) === port);
        return there ? [] : [`${workload.name}: ${setting} names ${value}, where nobody is`];
      }),
    );
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
