import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Closes a run with the one line a machine can read: `N passed, N failed`. Who
 * adds up several runs names a file in VOLANT_TEST_COUNTS; the figures go there.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    // A file that could not be collected, or an error outside every test, is a failure too.
    let failed = unhandledErrors.length + modules.filter((module) => module.errors().length > 0).length;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed') failed += 1;
      }
    }
    const { VOLANT_TEST_COUNTS: file } = process.env;
    if (file) appendFileSync(file, `${passed} ${failed}\n`);
    else process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  }
}
