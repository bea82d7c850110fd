import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, productVersion, ROOT } from './manifests.ts';

const OURS = /(?:^|\/)volant\/([a-z]+)$/;

/** Images without an exact version, with a version other than the product’s, or that no Dockerfile target builds. */
export function imageProblems(manifests: readonly Manifest[]): readonly string[] {
  const version = productVersion();
  const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8');
  const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
  return [...new Set(imagesIn(manifests))].flatMap((image) => {
    const [, name = '', tag, digest] = /^([^@]+?)(?::([^:@/]+))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(image) ?? [];
    const [, target] = OURS.exec(name) ?? [];
    if (target !== undefined) {
      const built = new RegExp(`^FROM \\S+ AS ${target}$`, 'm').test(dockerfile);
      return [
        ...(built ? [] : [`${image}: no stage of the Dockerfile builds it`]),
        ...(tag === version ? [] : [`${image}: the product is at ${version}`]),
      ];
    }
    if (digest === undefined && !/\d+\.\d+|RELEASE\.\d{4}/.test(tag ?? ''))
      return [`${image}: its version is not said`];
    const tried = new RegExp(`image: (${name}:\\S+)`).exec(compose)?.[1];
    return tried === undefined || tried === image ? [] : [`${image}: docker-compose.yml has ${tried}`];
  });
}

/** Searches everywhere: operators' resources contain pod templates, too. */
function imagesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'image' && typeof inner === 'string' ? [inner] : imagesIn(inner),
  );
}
