import type { Language } from '@volant/proto/text/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { declareLanguage, languageFor, rememberLanguage } from './language.ts';
import type { TextGroup, Texts } from './texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

const NAMESPACE = 'translation';

/** Each language and group loads on demand. */
const catalogues = import.meta.glob<object>('./texts/*.json', { import: 'default' });

type Groups = readonly TextGroup[];

/** Groups of each screen opened so far; a chosen language is loaded for all of them. */
const opened = new Set<Groups>();
/** Groups of the screen that is shown. */
let shown: Groups = [];
let starting: Promise<unknown> = Promise.resolve();

const loaded = new Set<string>();

function missingIn(language: Language, groups: Groups): readonly string[] {
  return groups.map((group) => `./texts/${group}.${language}.json`).filter((name) => !loaded.has(name));
}

async function bring(language: Language, groups: Groups): Promise<void> {
  const names = missingIn(language, groups);
  const texts = await Promise.all(names.map((name) => catalogues[name]?.()));
  await starting;
  for (const sections of texts) i18next.addResourceBundle(language, NAMESPACE, sections, true);
  for (const name of names) loaded.add(name);
}

/** Loads the texts that every screen has, in the chosen language. */
export async function startTexts(): Promise<void> {
  const groups: Groups = ['common'];
  const language = languageFor(groups);
  loaded.clear();
  opened.clear();
  opened.add(groups);
  starting = i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: {} } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await bring(language, groups);
  showTexts([]);
}

/** Loads the texts of a screen, in the language that it will have. */
export async function loadTexts(texts: Groups): Promise<void> {
  const groups: Groups = ['common', ...texts];
  opened.add(groups);
  await bring(languageFor(groups), groups);
}

/**
 * Switches to the language of the screen with these texts: the chosen one, or French if the screen lacks it. At once,
 * so that neither the former nor the new screen is rendered in the other's language.
 */
export function showTexts(texts: Groups): void {
  const groups: Groups = ['common', ...texts];
  const language = languageFor(groups);
  // They could not be loaded: the error is shown in the current language.
  if (missingIn(language, groups).length > 0) return;
  shown = texts;
  declareLanguage(language);
  if (i18next.language !== language) void i18next.changeLanguage(language);
}

/**
 * Switches all texts at once and stores the choice.
 * @throws if the texts cannot be fetched; the language then stays unchanged
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await Promise.all([...opened].map((groups) => bring(languageFor(groups, language), groups)));
  rememberLanguage(language);
  showTexts(shown);
}
