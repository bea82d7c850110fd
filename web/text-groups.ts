import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Sections of the dictionaries that guests read. */
const READING: ReadonlySet<string> = new Set([
  ...['landing', 'tutorial', 'story', 'policy', 'contact'],
  ...['login', 'forgot', 'undoEmail', 'confirmEmail', 'cancelEmail'],
]);

const EDITING: ReadonlySet<string> = new Set(['editor', 'unsaved', 'picture', 'phoneField']);

/** Pages of drivers, also shown to administrators. */
const PAGES: ReadonlySet<string> = new Set(['dashboard', 'analytics', 'trend']);

const CLAIMING: ReadonlySet<string> = new Set(['claim', 'claimScreen', 'card']);

/** Sections with a group of their own, for one screen each. */
const OWN_GROUP: ReadonlySet<string> = new Set(['account', 'adminPages', 'support']);

export type TextGroup =
  | 'account'
  | 'admin'
  | 'adminPages'
  | 'editing'
  | 'pages'
  | 'claiming'
  | 'reading'
  | 'support'
  | 'common';

/**
 * The group that a section of texts loads with: administration, account, editing, claiming, the driver's pages and
 * the guest screens load with their screens, all others at the start.
 */
export function groupOf(section: string): TextGroup {
  if (OWN_GROUP.has(section)) return section as TextGroup;
  // The header uses the section `admin`, so it loads at the start.
  if (section.startsWith('admin') && section !== 'admin') return 'admin';
  if (EDITING.has(section)) return 'editing';
  if (PAGES.has(section)) return 'pages';
  if (CLAIMING.has(section)) return 'claiming';
  return READING.has(section) ? 'reading' : 'common';
}

const ASKED = /\/(fr|en)\.json\?group=(\w+)$/;
const OWN = /^\0texts\/(fr|en)-(\w+)$/;

/** Reduces `fr.json?group=admin` to the texts of that group; to all texts in unit tests. */
export function textGroups({ whole = false } = {}): Plugin {
  return {
    name: 'text-groups',
    enforce: 'pre',
    resolveId(id) {
      const [, language, group] = ASKED.exec(id) ?? [];
      return language === undefined ? undefined : `\0texts/${language}-${group}`;
    },
    async load(id) {
      const [, language, group] = OWN.exec(id) ?? [];
      if (language === undefined) return undefined;
      const file = fileURLToPath(new URL(`./src/i18n/${language}.json`, import.meta.url));
      this.addWatchFile(file);
      const sections = Object.entries(JSON.parse(await readFile(file, 'utf8')));
      const texts = sections.filter(([section]) => whole || groupOf(section) === group);
      return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
    },
  };
}
