import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type fr from './fr.json';
import { chosenLanguage, type Language, rememberLanguage } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof fr };
  }
}

const NAMESPACE = 'translation';

/** Texts that load together, as defined by `text-groups.ts` of the build. */
export type TextGroup =
  | 'common'
  | 'reading'
  | 'editing'
  | 'pages'
  | 'claiming'
  | 'account'
  | 'admin'
  | 'adminPages'
  | 'support';
type Dictionary = () => Promise<{ readonly default: object }>;

/** Other languages and groups load on demand. */
const dictionaries: Readonly<Record<Language, Readonly<Record<TextGroup, Dictionary>>>> = {
  fr: {
    common: () => import('./fr.json?group=common'),
    reading: () => import('./fr.json?group=reading'),
    editing: () => import('./fr.json?group=editing'),
    pages: () => import('./fr.json?group=pages'),
    claiming: () => import('./fr.json?group=claiming'),
    account: () => import('./fr.json?group=account'),
    admin: () => import('./fr.json?group=admin'),
    adminPages: () => import('./fr.json?group=adminPages'),
    support: () => import('./fr.json?group=support'),
  },
  en: {
    common: () => import('./en.json?group=common'),
    reading: () => import('./en.json?group=reading'),
    editing: () => import('./en.json?group=editing'),
    pages: () => import('./en.json?group=pages'),
    claiming: () => import('./en.json?group=claiming'),
    account: () => import('./en.json?group=account'),
    admin: () => import('./en.json?group=admin'),
    adminPages: () => import('./en.json?group=adminPages'),
    support: () => import('./en.json?group=support'),
  },
};

const wanted = new Set<TextGroup>(['common']);
let starting: Promise<unknown> = Promise.resolve();

/** Loaded texts, as language and group. */
const brought = new Set<string>();

function missingIn(language: Language): readonly TextGroup[] {
  return [...wanted].filter((group) => !brought.has(`${language} ${group}`));
}

async function bring(language: Language, groups: readonly TextGroup[]): Promise<void> {
  const texts = await Promise.all(groups.map((group) => dictionaries[language][group]()));
  await starting;
  for (const { default: sections } of texts) i18next.addResourceBundle(language, NAMESPACE, sections, true);
  for (const group of groups) brought.add(`${language} ${group}`);
}

/** Loads the initial texts in the chosen language. */
export async function startTexts(): Promise<void> {
  const language = chosenLanguage();
  brought.clear();
  starting = i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: {} } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await bring(language, missingIn(language));
  document.documentElement.lang = language;
}

/** Loads a further group, in the current language and in any chosen later. */
export async function loadTexts(group: TextGroup): Promise<void> {
  wanted.add(group);
  const language = chosenLanguage();
  await bring(language, missingIn(language));
}

/**
 * Switches all texts at once and stores the choice.
 * @throws if the texts cannot be fetched; the language then stays unchanged
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const missing = missingIn(language);
  if (missing.length > 0) await bring(language, missing);
  rememberLanguage(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
