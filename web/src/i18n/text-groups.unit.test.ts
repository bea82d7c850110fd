// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { TextGroup } from './texts.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Screens that load a text group (`texts` of a screen), and files that only they use. */
const AT_HOME = {
  reading: /^(?:features\/(?:landing|tutorial|our-story|policies|contact-info|contact)\/)/,
  access: /^features\/(?:auth|not-found)\//,
  card: /^features\/(?:report|cards)\//,
  page: /^features\/(?:landing|editor|cards)\//,
  editing:
    /^(?:features\/(?:editor|account|history)\/|ui\/(?:field-skeleton|phone-field|picture-field|picture-file|use-picture-upload|leave-dialog|restored-notice)\.tsx?$)/,
  pages: /^(?:features\/(?:dashboard|support|admin|cards)|charts|lists)\//,
  claiming: /^features\/cards\//,
  support: /^features\/support\//,
  account: /^(?:features\/account|session)\//,
  admin: /^(?:features\/admin|lists|print)\//,
  adminPages: /^features\/admin\/pages\//,
  adminTokens: /^features\/admin\/tokens\//,
  common: /./,
} as const satisfies Record<TextGroup, RegExp>;

/** Files that name titles, which the server writes. */
const NAMES_TITLES = ['app/screens.ts', 'server/shell-head.ts'];

const groups = Object.keys(AT_HOME) as TextGroup[];
const catalogue = (group: string) =>
  JSON.parse(readFileSync(path.join(SOURCES, 'i18n', 'texts', `${group}.fr.json`), 'utf8')) as object;

it('no screen uses a text outside its loaded groups', () => {
  const sections = groups.flatMap((group) => Object.keys(catalogue(group)).map((section) => [section, group] as const));
  const strangers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !NAMES_TITLES.includes(name))
    .flatMap((name) => {
      const source = readFileSync(path.join(SOURCES, name), 'utf8');
      return sections
        .filter(
          ([section, group]) => new RegExp(`['"\`]${section}\\.[a-zA-Z]`).test(source) && !AT_HOME[group].test(name),
        )
        .map(([section]) => `${name}: ${section}`);
    });
  expect(strangers).toEqual([]);
});

it('every catalogue of the client has a group', () => {
  const names = readdirSync(path.join(SOURCES, 'i18n', 'texts')).map((name) => name.split('.')[0]);
  expect(new Set(names)).toEqual(new Set(groups));
});
