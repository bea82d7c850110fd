/**
 * `npm run versions`: writes the version of the root's package.json wherever the version has to be repeated. With
 * `--check` it only compares.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeOrCompare } from './generated.ts';
import { productVersion, ROOT } from './k8s/manifests.ts';

type Change = (text: string) => string;

const VERSION = productVersion();

/** Replaces what follows the group of the pattern. */
const after =
  (pattern: RegExp): Change =>
  (text) =>
    text.replace(pattern, (_, before: string) => before + VERSION);

interface Package {
  version?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** The version of a package of ours, and of those of ours that it depends on. */
function setVersions(own: Package): void {
  own.version = VERSION;
  for (const dependencies of [own.dependencies ?? {}, own.devDependencies ?? {}]) {
    for (const name of Object.keys(dependencies)) if (name.startsWith('@volant/')) dependencies[name] = VERSION;
  }
}

const json =
  (change: (content: never) => void): Change =>
  (text) => {
    const content = JSON.parse(text);
    change(content as never);
    return `${JSON.stringify(content, undefined, 2)}\n`;
  };

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>;
};
const workspaces = Object.keys(packages).filter((folder) => !folder.includes('node_modules'));
const template = after(/(image: registry\.example\/volant\/\w+:|^ {2}version: ")[\d.]+/gm);
const images = after(/(name: volant\/\w+,.* newTag: )[\d.]+/g);

const FILES: Readonly<Record<string, Change>> = {
  'package-lock.json': json((lock: { version: string; packages: Record<string, Package> }) => {
    lock.version = VERSION;
    for (const folder of workspaces) setVersions(lock.packages[folder] ?? {});
  }),
  ...Object.fromEntries(workspaces.map((folder) => [path.join(folder, 'package.json'), json(setVersions)])),
  'docker-bake.hcl': after(/(variable "VERSION" \{\n {2}default = ")[\d.]+/),
  'deploy/compose.coolify.yml': template,
  'deploy/compose.dokploy.yml': template,
  'deploy/compose.casaos.yml': template,
  'k8s/base/kustomization.yaml': images,
  'k8s/overlays/production/kustomization.yaml': images,
  'k8s/components/minio/minio.yaml': after(/(image: volant\/minio:)[\d.]+/),
  'k8s/chart/ci/stranger-values.yaml': after(/( tag: ")[\d.]+/),
  '.github/ISSUE_TEMPLATE/fault.yml': after(/(placeholder: )[\d.]+/),
};

for (const [name, change] of Object.entries(FILES)) {
  writeOrCompare(name, change(readFileSync(path.join(ROOT, name), 'utf8')));
}
