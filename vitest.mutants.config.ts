import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { asserting, resolve } from './vitest.config.ts';

const { VOLANT_MUTANT_TESTS: tests = '' } = process.env;

/**
 * Stryker looks at single tests only: without this, a mutant that prevents a file from loading would count as survived.
 */
class BrokenFiles implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.#vitest?.state.catchError(error, 'a test file that does not load');
  }
}

/** For scripts/test-mutants.ts: a single project, because Stryker does not support several. */
export default defineConfig({
  resolve,
  test: {
    ...asserting,
    include: tests.split(','),
    isolate: false,
    reporters: [new BrokenFiles()],
  },
});
