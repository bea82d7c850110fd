import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { asserting, resolve } from './vitest.config.ts';

const { VOLANT_MUTANT_TESTS: tests = '' } = process.env;

/** Stryker looks at single tests alone: without this, a mutant that keeps a whole file from loading has “survived”. */
class BrokenFiles implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.#vitest?.state.catchError(error, 'a test file that does not load');
  }
}

/** For scripts/test-mutants.ts: one project, as Stryker knows of no other. */
export default defineConfig({
  resolve,
  test: {
    ...asserting,
    include: tests.split(','),
    isolate: false,
    reporters: [new BrokenFiles()],
  },
});
