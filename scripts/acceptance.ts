/**
 * `npm run acceptance` writes docs/acceptance.md: each line of the acceptance list with the tests that cover it. With
 * `--check` it only compares. Both fail if a required line has no test.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { complaintsOf, type Line, reportOf } from './acceptance/report.ts';
import { titledTestsIn } from './acceptance/titled-tests.ts';
import { TO_COME } from './acceptance/to-come.ts';
import { sourceFiles } from './source-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = path.join(ROOT, 'docs/acceptance.md');
const PACKAGES = ['bench', 'e2e', 'gateway', 'infra', 'proto', 'services', 'standalone', 'web'];

const lines: readonly Line[] = JSON.parse(readFileSync(path.join(ROOT, 'scripts/acceptance/lines.json'), 'utf8'));
const files = PACKAGES.flatMap((folder) => sourceFiles(ROOT, folder)).filter((file) =>
  /\.test\.tsx?$|^bench\/src\/rows\//.test(file),
);
const tests = files.sort().flatMap((file) => titledTestsIn(file, readFileSync(path.join(ROOT, file), 'utf8')));

const page = reportOf(lines, tests);
const complaints = [...complaintsOf(lines, tests, TO_COME)];
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page)
  complaints.push('docs/acceptance.md is out of date: run "npm run acceptance"');
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
