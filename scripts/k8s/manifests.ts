import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = path.join(ROOT, 'k8s');

/** A Kubernetes object. Code that reads it knows the shape of its kind. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels; readonly annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: every kind has a shape of its own, and the API server knows them all.
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
}

/** The objects of a YAML file, without empty documents. */
export function manifestsIn(yaml: string): readonly Manifest[] {
  return parseAllDocuments(yaml)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** The version of the product, which its images and its chart have as well. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

export type Labels = Readonly<Record<string, string>>;

/** A deployable variant: an overlay, or the base with one component. */
export interface Built {
  readonly name: string;
  readonly manifests: readonly Manifest[];
  /** Output of kustomize. */
  readonly text: string;
}

/** The command that builds overlays. */
export type Kustomize = readonly [program: string, ...args: string[]];

export interface Workshop {
  /** Folder with the secrets that `npm run keys` creates. */
  readonly secrets: string;
  /** Builds a folder of `k8s`, such as `overlays/demo`. */
  build(folder: string): Built;
  /** Builds every overlay, and the base with each component. */
  buildAll(): Promise<readonly Built[]>;
  remove(): Promise<void>;
}

/** Builds a folder of `k8s`, such as `base`, or of a copy of it. */
export function buildFolder([program, ...args]: Kustomize, name: string, k8s = FOLDER): Built {
  const { status, stdout, stderr } = spawnSync(program, [...args, path.join(k8s, name)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`k8s/${name} cannot be built:\n${stderr}`);
  return { name, manifests: manifestsIn(stdout), text: stdout };
}

/** A temporary copy of `k8s` in which secrets are created. */
export async function openWorkshop(kustomize: Kustomize): Promise<Workshop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'volant-k8s-'));
  const copy = path.join(folder, 'k8s');
  const secrets = path.join(copy, 'overlays/demo/secrets');
  await cp(FOLDER, copy, { recursive: true, filter: (source) => !source.endsWith(path.join('demo', 'secrets')) });
  makeKeys(secrets);

  const build = (name: string) => buildFolder(kustomize, name, copy);
  return {
    secrets,
    build,
    async buildAll() {
      const overlays = (await readdir(path.join(copy, 'overlays'))).map((name) => `overlays/${name}`);
      const alone: string[] = [];
      for (const component of await readdir(path.join(copy, 'components'))) {
        const name = `with/${component}`;
        await mkdir(path.join(copy, name), { recursive: true });
        await writeFile(path.join(copy, name, 'kustomization.yaml'), withComponent(component));
        alone.push(name);
      }
      return ['base', ...overlays.sort(), ...alone.sort()].map(build);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const withComponent = (name: string) => `resources: [../../base]\ncomponents: [../../components/${name}]\n`;

/** @throws Error if the command fails */
export function makeKeys(directory: string): void {
  const command = ['--import', 'tsx', 'standalone/src/keys.ts', directory, '--servers'];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
