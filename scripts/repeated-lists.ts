/**
 * `npm run repeated-lists`: writes into graph documents and catalogues the lists that the code has: types of events,
 * texts of a profile and their labels. With `--check` it only compares.
 */
import { readFile } from 'node:fs/promises';
import { EVENT_TYPES } from '../proto/src/activity/click-types.ts';
import { PROFILE_FIELDS, PROFILE_SWITCHES, PROFILE_TEXTS } from '../proto/src/profile/profile.ts';
import { languagesWith } from '../proto/src/text/languages.ts';
import { writeOrCompare } from './generated.ts';

type Change = (text: string) => string | Promise<string>;

const ROOT = new URL('..', import.meta.url);
const TEXTS = Object.keys(PROFILE_TEXTS);

const read = (file: string) => readFile(new URL(file, ROOT), 'utf8');

/** Replaces what stands between the head of a definition and `end`. */
function between(head: string, end: string, lines: readonly string[]): Change {
  return (text) => {
    const from = text.indexOf(`${head} {\n`);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`there is no "${head}" up to "${end.trim()}"`);
    const written = lines.map((line) => `  ${line}\n`).join('');
    return text.slice(0, from + head.length + 3) + written + text.slice(to);
  };
}

const events = [between('enum EventType', '}', EVENT_TYPES)];
const profileFields = (head: string, textType: string, switchType: string) =>
  between(head, '  displayStyle', [
    ...TEXTS.map((text) => text + textType),
    ...PROFILE_SWITCHES.map((name) => name + switchType),
  ]);

/** The server names the fields of a profile as the editor does. */
function labelsLike(editing: string): Change {
  return async (text) => {
    const fields = JSON.parse(text) as { labels: Record<string, string> };
    const { editor } = JSON.parse(await read(editing)) as { editor: Record<string, unknown> };
    const texts = PROFILE_FIELDS.map((name): [string, string] => {
      const label = editor[name];
      if (typeof label !== 'string') throw new Error(`${editing}: editor.${name} is missing`);
      return [`blocks.${name}`, label];
    });
    const labels = Object.entries(fields.labels).filter(([name]) => !texts.some(([known]) => known === name));
    labels.splice(labels.findIndex(([name]) => name === 'blocks') + 1, 0, ...texts);
    return `${JSON.stringify({ ...fields, labels: Object.fromEntries(labels) }, undefined, 2)}\n`;
  };
}

const FILES: Readonly<Record<string, readonly Change[]>> = {
  'services/analytics/schema.graphql': events,
  'gateway/events.graphql': events,
  'services/pages/src/page/page.graphql': [
    profileFields('type PageProfile', ': String!', ': Boolean!'),
    profileFields('input PageProfileInput', ': String', ': Boolean'),
  ],
  'web/src/api/profile-fields.graphql': [profileFields('fragment ProfileFields on PageProfile', '', '')],
  ...Object.fromEntries(
    languagesWith('editing').map((language) => [
      `proto/src/texts/fields.${language}.json`,
      [labelsLike(`web/src/i18n/texts/editing.${language}.json`)],
    ]),
  ),
};

for (const [file, changes] of Object.entries(FILES)) {
  let text = await read(file);
  for (const change of changes) text = await change(text);
  writeOrCompare(file, text);
}
