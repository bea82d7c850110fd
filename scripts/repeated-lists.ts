/**
 * `npm run repeated-lists`: writes into graph documents and catalogues the lists that the code has: types of events,
 * texts of a profile, their labels, names of brands and links to screens; and splits texts that a feature keeps in all
 * languages side by side. With `--check` it only compares.
 */
import { readFile } from 'node:fs/promises';
import { EVENT_TYPES } from '../proto/src/activity/click-types.ts';
import { brandOf, CONTACT_FIELDS, CONTACTS, type Contact } from '../proto/src/contact/contacts.ts';
import { PROFILE_FIELDS, PROFILE_SWITCHES, PROFILE_TEXTS } from '../proto/src/profile/profile.ts';
import { type Area, DEFAULT_LANGUAGE, languagesWith } from '../proto/src/text/languages.ts';
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

/** Writes the names of brands into a section of the catalogues of an area, each below the contact before it. */
function brandsIn(
  folder: string,
  area: Area,
  section: string,
  keyOf: (contact: Contact) => string,
): [file: string, changes: readonly Change[]][] {
  return languagesWith(area).map((language) => {
    const write: Change = (text) =>
      CONTACT_FIELDS.reduce((written, contact, at) => {
        const brand = brandOf(contact, language);
        const before = CONTACT_FIELDS[at - 1];
        if (brand === undefined || before === undefined) return written;
        const from = written.indexOf(`"${section}": {`);
        const line = (key: string) => new RegExp(`^( *"${key}": )"[^"]*"`, 'm');
        const [head, rest] = [written.slice(0, from), written.slice(from)];
        if (line(keyOf(contact)).test(rest)) return head + rest.replace(line(keyOf(contact)), `$1"${brand}"`);
        return (
          head +
          rest.replace(line(keyOf(before)), (found) => {
            return `${found},\n${/^ */.exec(found)}"${keyOf(contact)}": "${brand}"`;
          })
        );
      }, text);
    return [`${folder}/texts/${area}.${language}.json`, [write]];
  });
}

/** The links of the footer, whose file has all languages, so that a new screen adds its words in one place. */
const footerLinks = languagesWith('common').map((language): [file: string, changes: readonly Change[]] => {
  const write: Change = async (text) => {
    const links = JSON.parse(await read('web/src/app/shell/footer-links.json')) as Record<string, object>;
    return `${JSON.stringify({ ...(JSON.parse(text) as object), footerLinks: links[language] }, undefined, 2)}\n`;
  };
  return [`web/src/i18n/texts/common.${language}.json`, [write]];
});

/** Texts, or groups of texts, of which each text has all its languages. */
interface SideBySide {
  readonly [name: string]: string | SideBySide;
}

/** The texts of one language, without what it does not have, such as plural forms. */
function inLanguage(language: string, texts: SideBySide): SideBySide {
  const entries = Object.entries(texts).flatMap(([name, inner]): [string, string | SideBySide][] => {
    if (typeof inner === 'string') throw new Error(`"${inner}" has no language`);
    if (!Object.hasOwn(inner, DEFAULT_LANGUAGE)) return [[name, inLanguage(language, inner)]];
    return inner[language] === undefined ? [] : [[name, inner[language]]];
  });
  return Object.fromEntries(entries);
}

/** The catalogues of the administration, which load by language, from files in which a new word stands once. */
const sideBySide = (['admin', 'adminPages', 'adminSettings'] as const).flatMap((area) =>
  languagesWith(area).map((language): [file: string, changes: readonly Change[]] => {
    const write: Change = async () => {
      const texts = JSON.parse(await read(`web/src/features/admin/${area}.texts.json`));
      return `${JSON.stringify(inLanguage(language, texts as SideBySide), undefined, 2)}\n`;
    };
    return [`web/src/i18n/texts/${area}.${language}.json`, [write]];
  }),
);

const clickOf = (contact: Contact) => CONTACTS[contact].click;

const FILES: Readonly<Record<string, readonly Change[]>> = {
  'services/analytics/schema.graphql': events,
  'gateway/events.graphql': events,
  'services/pages/src/page/page.graphql': [
    profileFields('type PageProfile', ': String!', ': Boolean!'),
    profileFields('input PageProfileInput', ': String', ': Boolean'),
  ],
  'web/src/api/profile-fields.graphql': [profileFields('fragment ProfileFields on PageProfile', '', '')],
  ...Object.fromEntries([
    ...footerLinks,
    ...sideBySide,
    ...brandsIn('web/src/i18n', 'page', 'page', (contact) => (contact === 'phone' ? 'call' : contact)),
    ...brandsIn('web/src/i18n', 'editing', 'editor', (contact) => contact),
    ...brandsIn('web/src/i18n', 'pages', 'type', clickOf),
    ...brandsIn('services/identity/src/user', 'mails', 'figures', clickOf),
  ]),
  ...Object.fromEntries(
    languagesWith('editing').map((language) => [
      `proto/src/texts/fields.${language}.json`,
      [labelsLike(`web/src/i18n/texts/editing.${language}.json`)],
    ]),
  ),
  ...Object.fromEntries(
    brandsIn('proto/src', 'fields', 'labels', (contact) => `blocks.${contact}`).filter(
      ([file]) => !languagesWith('editing').some((language) => file.endsWith(`.${language}.json`)),
    ),
  ),
};

for (const [file, changes] of Object.entries(FILES)) {
  let text = await read(file);
  for (const change of changes) text = await change(text);
  writeOrCompare(file, text);
}
