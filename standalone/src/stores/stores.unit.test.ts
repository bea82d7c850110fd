import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGE_VIEW } from '@volant/gateway/public-page/page-view';
import { profileVersion } from '@volant/proto/profile/profile';
import { expect, it } from 'vitest';
import { STORES } from './stores.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DEFINITION = /: ViewDefinition = \{\s*name: (?:'([^']+)'|`([^`]+)`)/g;

/** Names of the views defined in a package's sources. */
async function viewsIn(folder: string): Promise<string[]> {
  const files = await readdir(path.join(ROOT, folder, 'src'), { withFileTypes: true, recursive: true });
  const names: string[] = [];
  for (const { name, parentPath } of files.filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const text = await readFile(path.join(parentPath, name), 'utf8');
    for (const [, fixed, made = ''] of text.matchAll(DEFINITION)) {
      names.push(fixed ?? made.replace(/\$\{profileVersion\(\)\}/, String(profileVersion())));
    }
  }
  return names.sort();
}

it.each([
  ['services/identity', 'identity'],
  ['services/pages', 'pages'],
  ['services/support', 'support'],
])('the migration knows every view of %s', async (folder, owner) => {
  const defined = await viewsIn(folder);
  expect(defined.length).toBeGreaterThan(0);
  const { views = [], state = [] } = STORES[owner] ?? {};
  expect([...views, ...state].map(({ name }) => name).sort()).toEqual(defined);
});

it('no other package has views, except for the copies of the pages in the gateway and collect', async () => {
  for (const folder of ['infra', 'standalone']) expect(await viewsIn(folder)).toEqual([]);
  expect(await viewsIn('services/analytics')).toEqual(['collected-pages-2']);
  expect(await viewsIn('gateway')).toEqual([PAGE_VIEW.name]);
});
