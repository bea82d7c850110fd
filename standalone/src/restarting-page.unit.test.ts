import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@volant/proto/text/languages';
import { expect, test } from 'vitest';

test('the page that proxies show during a restart speaks every language of visitors', () => {
  const page = readFileSync(new URL('../../deploy/restarting.html', import.meta.url), 'utf8');
  const spoken = [...page.matchAll(/ lang="(\w+)"/g)].map(([, language]) => language);
  expect(spoken.sort()).toEqual(Object.keys(LANGUAGES).sort());
});
