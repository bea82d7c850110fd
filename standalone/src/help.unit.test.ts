import { readFileSync } from 'node:fs';
import { SERVER_SHAPE } from '@volant/infra/process/settings/server-shape';
import { MAX_PAGES_PER_DRIVER } from '@volant/pages/page/page-limit';
import { expect, test } from 'vitest';
import { version } from '../package.json' with { type: 'json' };
import { readSettings } from './environment.ts';
import { answerTo, DESCRIBED } from './help.ts';

test('describes every setting of the product in one process, except those of servers', () => {
  const own = [...readSettings.names].filter((name) => !name.endsWith('_FILE') && !(name in SERVER_SHAPE));
  const files = ['VOLANT_MAIL_FROM', 'VOLANT_SITE_FILE'];
  expect([...DESCRIBED]).toEqual([...own, ...files].sort());
});

test.each(['--help', '-h'])('answers %s with the settings', async (option) => {
  expect(await answerTo([option])).toMatchObject({
    text: expect.stringContaining('VOLANT_TRUSTED_PROXIES'),
    isProblem: false,
  });
});

test('answers --version, and refuses other options instead of starting', async () => {
  expect(await answerTo(['--version'])).toEqual({ text: `${version}\n`, isProblem: false });
  expect(await answerTo(['--port', '80'])).toMatchObject({ isProblem: true });
  expect(await answerTo([])).toBeUndefined();
});

test('gives the same defaults as the README', async () => {
  const help = (await answerTo(['--help']))?.text ?? '';
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const inReadme = [...readme.matchAll(/^\| `([A-Z_]+)` \|.*\| `([^` ]+)` \|$/gm)].map(([, ...row]) => row);
  const inHelp = inReadme.map(([name]) => [name, new RegExp(`^ *${name} .*\\((.+)\\)$`, 'm').exec(help)?.[1]]);
  expect(inHelp).toEqual(inReadme);
  expect(inReadme).toContainEqual(['VOLANT_MAX_PAGES_PER_DRIVER', `${MAX_PAGES_PER_DRIVER}`]);
});
