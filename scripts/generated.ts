import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A kind of generated file. */
export interface Generated {
  readonly name: string;
  /** The script that writes it. With `--check` it only compares. */
  readonly script: string;
  /** Changed files after which `npm run check -- --changed` compares it. */
  readonly after: RegExp;
}

/** All generated files, in the order in which they depend on each other. */
export const GENERATED: readonly Generated[] = [
  { name: 'versions', script: 'scripts/versions.ts', after: /package(-lock)?\.json$|^k8s\/|^docker/i },
  { name: 'protobuf code', script: 'scripts/generate-proto.ts', after: /^proto\// },
  { name: 'names of settings', script: 'scripts/setting-names.ts', after: /\/environment\.ts$|\/settings\// },
  {
    name: 'lists in graph documents and labels',
    script: 'scripts/repeated-lists.ts',
    after: /^proto\/src\/|\.graphql$|\/texts\/|\.texts\.json$|footer-links/,
  },
  // From the lists above.
  { name: 'schemas of services', script: 'scripts/graph-schemas.ts', after: /\.graphql$/ },
  { name: 'supergraph', script: 'gateway/scripts/compose.ts', after: /\.graphql$|^gateway\/src\/(rest|supergraph)\// },
  // The next two are typed by the schemas that the supergraph has.
  { name: 'types of the graph', script: 'scripts/graph-types.ts', after: /\.graphql$|^gateway\/src\/rest\// },
  { name: 'operations of the web client', script: 'web/scripts/generate-operations.ts', after: /\.graphql$/ },
  {
    name: 'list of error codes',
    script: 'standalone/src/api-docs.ts',
    after: /\/errors?\b|\/texts\/|^gateway\/src\/(rest|openapi)\//,
  },
  { name: 'chart', script: 'scripts/write-chart.ts', after: /^(scripts\/)?k8s\// },
  { name: 'licences of dependencies', script: 'scripts/licences.ts', after: /package(-lock)?\.json$/ },
];

/** Writes a file, named from the root; with `--check` it only compares. */
export function writeOrCompare(name: string, made: string): void {
  const file = path.join(ROOT, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === made) return;
  if (process.argv.includes('--check')) {
    console.error(`${name} is out of date. Run: npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, made);
  }
}
