// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { groupOf } from '../../text-groups.ts';
import fr from './fr.json';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Screens that load a text group (`texts` of a screen), and files that only they use. */
const AT_HOME = {
  reading: /^(?:features\/(?:landing|tutorial|our-story|policies|contact-info|contact|auth)\/)/,
  editing:
    /^(?:features\/(?:editor|account)\/|ui\/(?:field-skeleton|phone-field|picture-field|picture-file|use-picture-upload|leave-dialog|restored-notice)\.tsx?$)/,
  pages: /^features\/(?:dashboard|support|admin)\//,
  claiming: /^features\/(?:claim|card-screens)\//,
  support: /^features\/support\//,
  account: /^features\/account\//,
  admin: /^features\/admin\//,
  adminPages: /^features\/admin\/pages\//,
  common: /./,
} as const;

it('no screen uses a text outside its loaded groups', () => {
  const strangers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => {
      const source = readFileSync(path.join(SOURCES, name), 'utf8');
      const sections = Object.keys(fr).filter((section) => new RegExp(`['"\`]${section}\\.[a-zA-Z]`).test(source));
      return sections
        .filter((section) => !AT_HOME[groupOf(section)].test(name))
        .map((section) => `${name}: ${section}`);
    });
  expect(strangers).toEqual([]);
});

it('every section has a group', () => {
  expect(new Set(Object.keys(fr).map(groupOf))).toEqual(
    new Set(['common', 'reading', 'editing', 'pages', 'claiming', 'support', 'account', 'admin', 'adminPages']),
  );
});
