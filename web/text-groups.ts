import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Sections of the dictionaries that guests read. */
const READING: ReadonlySet<string> = new Set([
  ...['landing', 'tutorial', 'story', 'policy', 'contact'],
  ...['login', 'forgot', 'undoEmail', 'confirmEmail', 'cancelEmail'],
]);

const EDITING: ReadonlySet<string> = new Set(['editor', 'unsaved', 'picture', 'phoneField']);

/** What drivers see of their pages, and administrators of everybody's. */
const PAGES: ReadonlySet<string> = new Set(['dashboard', 'analytics', 'trend']);

const CLAIMING: ReadonlySet<string> = new Set(['claim', 'claimScreen', 'card']);

/** Of one screen each. */
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
 * Which texts travel together: those of the administration, of the account, of what is edited or claimed, of a
 * driver's pages and of what guests read come with their screens, all others at the start.
 */
export function groupOf(section: string): TextGroup {
  if (OWN_GROUP.has(section)) return section as TextGroup;
  // The header names the administration, too.
  if (section.startsWith('admin') && section !== 'admin') return 'admin';
  if (EDITING.has(section)) return 'editing';
  if (PAGES.has(section)) return 'pages';
  if (CLAIMING.has(section)) return 'claiming';
  return READING.has(section) ? 'reading' : 'common';
}

const ASKED = /\/(fr|en)\.json\?group=(\w+)$/;
const OWN = /^\0texts\/(fr|en)-(\w+)$/;

/** Gives `fr.json?group=admin` the texts of that group; all of them where screens are tested by themselves. */
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
