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

/** Texts that travel together; `text-groups.ts` of the build says which. */
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

/** One reads in one language, and not every screen: other texts come when they are wanted. */
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

/** Texts at hand, as language and group. */
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

/** Starts the texts in the chosen language. */
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

/** Has further texts at hand, in the present language and whichever is chosen later. */
export async function loadTexts(group: TextGroup): Promise<void> {
  wanted.add(group);
  const language = chosenLanguage();
  await bring(language, missingIn(language));
}

/**
 * Changes every text at once and remembers the choice.
 * @throws when the texts cannot be fetched; everything then stays as it was
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const missing = missingIn(language);
  if (missing.length > 0) await bring(language, missing);
  rememberLanguage(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
