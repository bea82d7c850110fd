import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

const LONGEST_LINE = 400;

interface Failure {
  /** Project, file and full name, as vitest’s own reporter puts them. */
  readonly where: string;
  readonly error: { readonly message?: string } | undefined;
}

/**
 * Closes a run with the one line a machine can read: `N passed, N failed`. Who
 * adds up several runs names a file in VOLANT_TEST_COUNTS; the figures go there,
 * and a line `FAILED …` for each failure: of a long record often only the end is
 * kept.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message?: string }[]): void {
    let passed = 0;
    // An error outside of every test is a failure too.
    const failures: Failure[] = unhandledErrors.map((error) => ({ where: 'outside of every test', error }));
    for (const module of modules) {
      for (const test of module.children.allTests()) if (test.result().state === 'passed') passed += 1;
      failures.push(...failuresOf(module));
    }
    const { VOLANT_TEST_COUNTS: file } = process.env;
    if (file) appendFileSync(file, [`${passed} ${failures.length}`, ...failures.map(toLine), ''].join('\n'));
    else process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  }
}

function failuresOf(module: TestModule): Failure[] {
  const where = (of: TestModule | TestSuite | TestCase) =>
    [`|${module.project.name}|`, module.relativeModuleId, ...('fullName' in of ? ['>', of.fullName] : [])].join(' ');
  const failures: Failure[] = [];
  for (const suite of [module, ...module.children.allSuites()]) {
    // A file that could not be read, a hook that failed: its tests are skipped, or have passed all the same.
    const [error] = suite.errors();
    if (error !== undefined) failures.push({ where: where(suite), error });
  }
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (result.state === 'failed') failures.push({ where: where(test), error: result.errors[0] });
  }
  return failures;
}

function toLine({ where, error }: Failure): string {
  const [first = ''] = (error?.message ?? 'no error given').trim().split('\n');
  return `FAILED ${where}: ${stripVTControlCharacters(first)}`.replace(/\s+/g, ' ').slice(0, LONGEST_LINE);
}
