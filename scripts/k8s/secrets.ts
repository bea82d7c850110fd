import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Built, type Manifest, ROOT } from './manifests.ts';
import { environmentOf, operatorPodsOf, type Workload, workloadsOf } from './workloads.ts';

const GUIDE = 'docs/how-to/kubernetes-secrets.md';

type Keys = ReadonlyMap<string, ReadonlySet<string>>;

/** Secrets and keys that the manifests make or read and the guide does not name, and those that it names in vain. */
export function secretProblems(built: readonly Built[]): readonly string[] {
  const named = secretsOfGuide();
  const used = secretsOf(built.map(({ manifests }) => manifests));
  return [...missing(used, named, `is not in the table of ${GUIDE}`), ...missing(named, used, `of ${GUIDE} is unused`)];
}

function missing(needed: Keys, there: Keys, problem: string): readonly string[] {
  return [...needed].flatMap(([secret, keys]) => {
    const known = there.get(secret);
    if (known === undefined) return [`the Secret ${secret} ${problem}`];
    return [...keys].filter((key) => !known.has(key)).map((key) => `${key} in the Secret ${secret} ${problem}`);
  });
}

/** Rows such as: | `redis-secrets` | `redis-password` | redis | */
function secretsOfGuide(): Keys {
  const rows = readFileSync(path.join(ROOT, GUIDE), 'utf8').matchAll(
    /^\| `([a-z]+-(?:secrets|login))` \| ([^|]+) \|/gm,
  );
  return new Map(
    [...rows].map(([, secret = '', keys = '']) => [
      secret,
      new Set([...keys.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key)),
    ]),
  );
}

/** Keys of each Secret that some variant makes, mounts or refers to. */
function secretsOf(variants: readonly (readonly Manifest[])[]): Keys {
  const found = new Map<string, Set<string>>();
  const add = (secret: string, keys: readonly string[]) => {
    // kustomize puts a hash behind the name of a Secret that it makes.
    const plain = secret.replace(/-[a-z0-9]{10}$/, '');
    found.set(plain, new Set([...(found.get(plain) ?? []), ...keys]));
  };
  for (const manifests of variants) {
    for (const { kind, metadata, spec, data } of manifests) {
      if (kind === 'Secret') add(metadata.name, Object.keys(data ?? {}));
      if (kind === 'ExternalSecret')
        add(
          spec.target.name,
          spec.data.map(({ secretKey }: { secretKey: string }) => secretKey),
        );
      for (const [secret, key] of references(spec)) add(secret, [key]);
    }
    for (const workload of [...workloadsOf(manifests), ...operatorPodsOf(manifests)]) {
      for (const secret of mountedBy(workload)) add(secret, filesReadBy(workload, manifests));
    }
  }
  return found;
}

function mountedBy({ pod }: Workload): readonly string[] {
  return (pod.volumes ?? []).flatMap(({ secret }: { secret?: { secretName: string } }) => secret?.secretName ?? []);
}

function filesReadBy(workload: Workload, manifests: readonly Manifest[]): readonly string[] {
  const environment = workload.pod.containers[0].envFrom === undefined ? {} : environmentOf(workload, manifests);
  const written = JSON.stringify([workload.pod, environment]);
  return [...written.matchAll(/\/secrets\/([\w.-]+)/g)].map(([, file = '']) => file);
}

/** Fields such as `secretKeyRef: { name, key }`, and Altinity's `k8s_secret_password: name/key`. */
function references(value: unknown): readonly (readonly [secret: string, key: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    if (/secret(?:Key)?Ref$/i.test(field)) return [[inner.name, inner.key] as const];
    const [, secret = '', key = ''] = (field.includes('/k8s_secret_') && /^([^/]+)\/(.+)$/.exec(String(inner))) || [];
    return secret === '' ? references(inner) : [[secret, key] as const];
  });
}
