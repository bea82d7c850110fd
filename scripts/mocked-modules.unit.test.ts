import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MOCK_MODULES } from '../vitest.config.ts';
import { sourceFiles } from './source-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['proto', 'infra', 'services', 'gateway', 'standalone', 'scripts', 'bench', 'e2e', 'web'];

it('no module is mocked where test files share their modules', () => {
  const mocking = FOLDERS.flatMap((folder) => sourceFiles(ROOT, folder)).filter(
    (file) => file.includes('.test.') && /^vi\.(mock|doMock)\(/m.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  expect(mocking).toEqual([...MOCK_MODULES].sort());
});
