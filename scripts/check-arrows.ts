/**
 * Checks the imports of the tree against the architecture: dependencies between packages, and between folders of a
 * package, point one way, modules import each other in no circle, and a package declares what it uses. Biome has rules
 * for the last two, which double its time, because it reads the whole tree a second time.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { wrongBetweenFeatures } from './feature-arrows.ts';
import { importCycles } from './import-cycles.ts';
import { sourceFiles } from './source-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Package folder → packages it may import. `e2e` and `bench` reach the product only over HTTP. */
const PACKAGE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  proto: [],
  infra: ['proto'],
  'services/identity': ['infra', 'proto'],
  'services/pages': ['infra', 'proto'],
  'services/support': ['infra', 'proto'],
  'services/analytics': ['infra', 'proto'],
  gateway: ['infra', 'proto'],
  web: ['proto'],
  standalone: [
    'gateway',
    'services/identity',
    'services/pages',
    'services/support',
    'services/analytics',
    'infra',
    'proto',
  ],
  // Asks a running product for the metrics that the dashboards name, and opens every screen that the client declares, in
  // every language.
  e2e: ['proto', 'scripts', 'web'],
  // Starts the product and its servers in the same way as the tests.
  bench: ['e2e', 'scripts'],
  // Checks the manifests against the settings that the processes read, and the texts against the list of languages.
  scripts: [
    'gateway',
    'services/identity',
    'services/pages',
    'services/support',
    'services/analytics',
    'standalone',
    'infra',
    'proto',
  ],
};

/** Within one package: files under `from` may not import files under `to`. */
const ROOM_RULES: readonly { readonly from: RegExp; readonly to: RegExp; readonly why: string }[] = [
  {
    from: /^web\/src\/(?!app\/|features\/|finished\/|server\/|testing\/)/,
    to: /^web\/src\/(app|features\/)/,
    why: 'what features share knows no feature',
  },
  {
    from: /^web\/src\/features\//,
    to: /^web\/src\/app\/(?!screen\.|config)/,
    why: 'features never look back at the app',
  },
  {
    from: /^web\/src\/public-page\/(view|script)\//,
    to: /^web\/src\/(app|api|apollo|features|lists|print|server|session\/(?!stored-session))/,
    why: 'the public page knows nothing of the client around it',
  },
  {
    from: /^services\/\w+\/src\/[\w-]+\/(domain(\/|\.ts$)|session\/)/,
    to: /^(services\/\w+\/src\/(?![\w-]+\/(domain|session|texts)\b)|infra\/src\/(?!errors|event-store|text))/,
    why: 'the domain imports no I/O',
  },
];

/** Packages that a command installs before it runs what imports them. */
const INSTALLED_FOR_A_COMMAND = new Set(['lighthouse', 'puppeteer-core', 'recheck']);

interface Specifier {
  readonly name: string;
  /** Whether the module is evaluated first: not for types, and not where it is loaded later. */
  readonly isEvaluated: boolean;
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isEvaluated: boolean;
}

function specifiersOf(file: string): readonly Specifier[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const fixed = module.staticImports.map(({ moduleRequest, entries }) => ({
    name: moduleRequest.value,
    isEvaluated: entries.length === 0 || entries.some(({ isType }) => !isType),
  }));
  const loaded = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, name] = /^'([^']+)'$/.exec(source.slice(start, end)) ?? [];
    return name === undefined ? [] : [{ name, isEvaluated: false }];
  });
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ name: moduleRequest.value, isEvaluated: !isType }] : [],
    ),
  );
  return [...fixed, ...passedOn, ...loaded];
}

const PACKAGE_OF_NAME = new Map(
  Object.keys(PACKAGE_ARROWS).map((folder) => [`@volant/${path.posix.basename(folder)}`, folder]),
);

function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier).replace(/\?.*$/, '');
  const [scope, name, ...rest] = specifier.split('/');
  const folder = PACKAGE_OF_NAME.get(`${scope}/${name}`);
  return folder === undefined ? undefined : `${folder}/src/${rest.join('/')}.ts`;
}

function packageOf(file: string): string {
  const found = Object.keys(PACKAGE_ARROWS).find((folder) => file.startsWith(`${folder}/`));
  if (found === undefined) throw new Error(`${file} belongs to no package`);
  return found;
}

function wrongArrows(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [source, target] = [packageOf(from), packageOf(to)];
    // The time-outs of all tests.
    if (to === 'scripts/patience.ts' && /\/testing\/|\.test\.tsx?$|\.config\.ts$/.test(from)) return [];
    const complaints = ROOM_RULES.filter(
      (rule) => rule.from.test(from) && rule.to.test(to) && !/\.test\.tsx?$/.test(from),
    );
    // Tests of outages stop and start their own servers.
    if (to.startsWith('scripts/servers/') && /\.(servers|outages)(\.e2e)?\.test\.ts$/.test(from)) return [];
    const wrong = complaints.map((rule) => `${from} imports ${to}: ${rule.why}`);
    const between = wrongBetweenFeatures(from, to);
    if (between !== undefined) wrong.push(`${from} imports ${to}: ${between}`);
    if (source !== target && !PACKAGE_ARROWS[source]?.includes(target)) {
      wrong.push(`${from} imports ${to}: ${source} may not know ${target}`);
    }
    return wrong;
  });
}

/** Packages that each folder may import: those of its own `package.json`, `scripts` those of the root. */
const DECLARED = new Map(
  Object.keys(PACKAGE_ARROWS).map((folder) => {
    const file = path.join(ROOT, folder === 'scripts' ? '' : folder, 'package.json');
    const { name, dependencies, devDependencies, peerDependencies, optionalDependencies } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as { readonly name: string } & Readonly<Record<string, object>>;
    const all = { ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies };
    return [folder, new Set([name, ...Object.keys(all)])] as const;
  }),
);

function undeclared(from: string, { name, isEvaluated }: Specifier): string[] {
  // Not of a package: Node's modules and Vite's virtual ones. Generated files import types only.
  if (/^(?:\.|node:|virtual:)/.test(name) || from.endsWith('.generated.ts')) return [];
  const wanted = name.split('/', name.startsWith('@') ? 2 : 1).join('/');
  const declared = DECLARED.get(packageOf(from));
  const types = `@types/${wanted.replace(/^@/, '').replace('/', '__')}`;
  if (declared?.has(wanted) || (!isEvaluated && declared?.has(types)) || INSTALLED_FOR_A_COMMAND.has(wanted)) return [];
  return [`${from} imports ${wanted}, which its package.json does not name`];
}

const files = Object.keys(PACKAGE_ARROWS).flatMap((folder) => sourceFiles(ROOT, folder));
const specifiers = files.flatMap((from) => specifiersOf(from).map((specifier) => ({ from, specifier })));
const imports = specifiers.flatMap(({ from, specifier: { name, isEvaluated } }): Import[] => {
  const to = resolve(from, name);
  // The settings of the root belong to no package.
  return to?.includes('/') ? [{ from, to, isEvaluated }] : [];
});
const problems = [
  ...wrongArrows(imports),
  ...importCycles(imports.filter(({ isEvaluated }) => isEvaluated)).map(
    (circle) => `in a circle: ${circle.join(' → ')}`,
  ),
  ...specifiers.flatMap(({ from, specifier }) => undeclared(from, specifier)),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
