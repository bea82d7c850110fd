import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Matches a wait, a guard or a test with its own limit in milliseconds, unless the limit grows with a count. */
const LIMIT =
  /\btimeout: [\d_]+(?=\s*[,}])|^\s*\}, [\d_]{5,}\);$|\b(?:eventually|until|vi\.waitFor)\(.*, [\d_]{4,}\);$|\bsetTimeout\(.*, [\d_]{7,}[,)]/gm;

it('no test has a limit of its own, which a busy machine would exceed', () => {
  const tests = ['e2e', 'gateway', 'infra', 'scripts', 'services', 'standalone', 'web'].flatMap((folder) =>
    sourceFiles(ROOT, folder).filter((file) => /\.test\.tsx?$|contract\.ts$|\/testing\//.test(file)),
  );
  expect(tests.length).toBeGreaterThan(100);
  const own = tests
    .filter((file) => !file.endsWith('patience.unit.test.ts'))
    .flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(LIMIT)].map(([found]) => `${file}: ${found}`),
    );
  expect(own).toEqual([]);
});
