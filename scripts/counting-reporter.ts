import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

const LONGEST_LINE = 400;

interface Failure {
  /** Project, file and full name, in the format of vitest’s own reporter. */
  readonly where: string;
  readonly error: { readonly message?: string } | undefined;
}

/**
 * Ends a run with one machine-readable line: `N passed, N failed`. To add up several runs, set VOLANT_TEST_COUNTS to a
 * file: the counts are appended to it, and a line `FAILED …` for each failure, because often only the end of a long log
 * is kept.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message?: string }[]): void {
    let passed = 0;
    // Errors outside of all tests count as failures.
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
    // A file that does not load or a hook that fails: the tests of the suite are skipped, or have even passed.
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
