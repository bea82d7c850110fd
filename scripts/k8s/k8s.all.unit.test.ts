/** Problems that `npm run k8s -- check` finds: each test breaks the overlays in one place. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Built, type Manifest, openWorkshop, type Workshop } from './manifests.ts';
import { metricsIn } from './metrics.ts';
import { problemsOf } from './problems.ts';
import { commandProblems } from './rules.ts';
import { secretProblems } from './secrets.ts';
import { findKustomize } from './tools.ts';

const kustomize = findKustomize();

describe.skipIf(kustomize === undefined)('the manifests', () => {
  let workshop: Workshop;
  let built: readonly Built[];
  beforeAll(async () => {
    workshop = await openWorkshop(kustomize ?? ['kustomize']);
    built = ['overlays/demo', 'overlays/production'].map(workshop.build);
  });
  afterAll(() => workshop.remove());

  const named = (name: string) => built.find((one) => one.name === name) ?? { name, manifests: [], text: '' };
  const find = (manifests: readonly Manifest[], kind: string, name: string) => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
    if (found === undefined) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  /** Problems of the demo overlay after this change. */
  function broken(change: (find: (kind: string, name: string) => Manifest) => void): readonly string[] {
    const manifests = structuredClone(named('overlays/demo').manifests) as Manifest[];
    change((kind, name) => find(manifests, kind, name));
    return problemsOf({ name: 'broken', manifests, text: '' }, workshop.secrets);
  }
  const container = (manifest: Manifest) => manifest.spec.template.spec.containers[0];

  test('of both overlays agree with the code and the architecture', () => {
    for (const one of built) expect([one.name, problemsOf(one, workshop.secrets)]).toEqual([one.name, []]);
  });

  test('have secrets without a line feed at the end, because some operators take every byte', () => {
    const files = readdirSync(workshop.secrets);
    const fed = files.filter((name) => readFileSync(path.join(workshop.secrets, name), 'utf8').endsWith('\n'));
    expect([files.includes('mongodb-password'), fed]).toEqual([true, []]);
  });

  test('name in the guide every Secret and key that they make or read, and no other', async () => {
    const all = await workshop.buildAll();
    expect(secretProblems(all)).toEqual([]);
    const manifests = structuredClone(named('overlays/demo').manifests) as Manifest[];
    find(manifests, 'StatefulSet', 'redis').spec.template.spec.volumes[0].secret.secretName = 'other-secrets';
    expect(secretProblems([...all, { name: 'broken', manifests, text: '' }])).toEqual([
      'the Secret other-secrets is not in the table of docs/how-to/kubernetes-secrets.md',
    ]);
    expect(secretProblems(all.filter(({ name }) => name === 'base')).join('\n')).toContain('kafka-login');
  });

  test('have all objects and programs that the runbooks name, and runbooks need no clone', () => {
    const { manifests } = named('overlays/production');
    expect(commandProblems(manifests)).toEqual([]);
    const wrong =
      '\n## Any\n`kubectl rollout undo deployment/collect`, `operate mend`, `npm run migrate`, `operate migrate`';
    expect(commandProblems(manifests, wrong)).toEqual([
      'docs/runbooks.md: there is no deployment/collect',
      'docs/runbooks.md: the image has no operate mend',
      'docs/runbooks.md: npm run migrate needs a clone',
    ]);
  });

  test('give every process an account, a disruption budget, scaling and a service', () => {
    for (const name of ['gateway', 'identity', 'pages', 'support', 'collect', 'ingest', 'reports']) {
      const { manifests } = named('overlays/production');
      for (const kind of ['ServiceAccount', 'PodDisruptionBudget', 'Service', 'NetworkPolicy']) {
        expect(find(manifests, kind, name).metadata.name).toBe(name);
      }
      const scaled = manifests.filter(
        ({ kind, spec }) =>
          ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind) && spec.scaleTargetRef.name === name,
      );
      expect([name, scaled.length]).toEqual([name, 1]);
    }
  });

  test.each<[string, (find: (kind: string, name: string) => Manifest) => void, RegExp]>([
    [
      'a flow too many',
      (f) => f('NetworkPolicy', 'to-clickhouse').spec.podSelector.matchExpressions[0].values.push('gateway'),
      /gateway → clickhouse is let through/,
    ],
    [
      'a flow too few',
      (f) => f('NetworkPolicy', 'to-redis').spec.podSelector.matchExpressions[0].values.shift(),
      /identity → redis is needed/,
    ],
    [
      'a flow that one side refuses',
      (f) => f('NetworkPolicy', 'identity').spec.ingress[0].from.shift(),
      /gateway → identity is needed/,
    ],
    [
      'a pod that no policy names',
      (f) => {
        f('Deployment', 'pages').spec.template.metadata.labels = { 'app.kubernetes.io/name': 'other' };
      },
      /anywhere → pages/,
    ],
    [
      'a flow on every port',
      (f) => {
        delete f('NetworkPolicy', 'pages').spec.egress[0].ports;
      },
      /on every port/,
    ],
    [
      'a setting that is missing',
      (f) => container(f('Deployment', 'identity')).envFrom.shift(),
      /identity: .*VOLANT_SIGNING_KEY/s,
    ],
    [
      'a setting that nobody reads',
      (f) => {
        container(f('Deployment', 'pages')).env = [{ name: 'VOLANT_PAGE_LIMIT', value: '3' }];
      },
      /pages: VOLANT_PAGE_LIMIT: nobody reads it/,
    ],
    [
      'a server that is not used',
      (f) => {
        container(f('Deployment', 'gateway')).env = [{ name: 'VOLANT_REDIS_URL', value: 'redis://redis:6379' }];
      },
      /gateway: VOLANT_REDIS_URL: it does not use/,
    ],
    [
      'a secret too many',
      (f) => {
        container(f('StatefulSet', 'collect')).envFrom.splice(3, 1);
      },
      /collect: its Secret holds redis-password/,
    ],
    [
      'too short an end',
      (f) => {
        f('Deployment', 'gateway').spec.template.spec.terminationGracePeriodSeconds = 30;
      },
      /gateway: is killed before/,
    ],
    [
      'a rule of zones that counts those that are away',
      (f) => {
        f('Deployment', 'gateway').spec.template.spec.topologySpreadConstraints[0].whenUnsatisfiable = 'DoNotSchedule';
      },
      /gateway: waits for a zone/,
    ],
    [
      'a strict rule of zones for pods with disks',
      (f) => {
        f('StatefulSet', 'collect').spec.template.spec.topologySpreadConstraints[0] = {
          whenUnsatisfiable: 'DoNotSchedule',
          nodeTaintsPolicy: 'Honor',
        };
      },
      /collect: is bound to zones/,
    ],
    [
      'another port',
      (f) => {
        container(f('Deployment', 'reports')).ports[1].containerPort = 4005;
      },
      /reports listens on 4004/,
    ],
    [
      'a probe that nobody answers',
      (f) => {
        container(f('Deployment', 'reports')).readinessProbe.httpGet.path = '/up';
      },
      /reports has no \/up/,
    ],
    [
      'scans through the gateway',
      (f) => {
        f('Ingress', 'volant').spec.rules[0].http.paths.shift();
      },
      /scans and everything else/,
    ],
  ])('are refused with %s', (_, change, problem) => {
    expect(broken(change).filter((line) => problem.test(line))).not.toEqual([]);
  });
});

test('finds the metrics in an expression', () => {
  const expression =
    'histogram_quantile(0.95, sum by (le, route) (rate(http_request_duration_seconds_bucket{route="/d/:id"}[5m]))) > on (pod) group_left () up offset 5m';
  expect(metricsIn(expression)).toEqual(['http_request_duration_seconds_bucket', 'up']);
});
