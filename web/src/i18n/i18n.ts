import { type Language, spoken } from '@volant/proto/text/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chosenLanguage, declareLanguage, rememberLanguage } from './language.ts';
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

const wanted = new Set<TextGroup>(['common']);
let starting: Promise<unknown> = Promise.resolve();

/** Loaded catalogues. */
const brought = new Set<string>();

function missingIn(language: Language): readonly string[] {
  return [...wanted].map((group) => `./texts/${group}.${language}.json`).filter((name) => !brought.has(name));
}

async function bring(language: Language): Promise<void> {
  const names = missingIn(language);
  const texts = await Promise.all(names.map((name) => catalogues[name]?.()));
  await starting;
  for (const sections of texts) i18next.addResourceBundle(language, NAMESPACE, sections, true);
  for (const name of names) brought.add(name);
}

/** The language if it has all wanted texts, otherwise French. */
function spokenFor(language: Language): Language {
  return spoken(language, ...wanted);
}

/** Shows all wanted texts; further ones may be wanted while they load. */
async function speak(): Promise<void> {
  while (missingIn(spokenFor(chosenLanguage())).length > 0) await bring(spokenFor(chosenLanguage()));
  const language = spokenFor(chosenLanguage());
  declareLanguage(language);
  if (i18next.language !== language) await i18next.changeLanguage(language);
}

/** Loads the initial texts in the chosen language. */
export async function startTexts(): Promise<void> {
  const language = spokenFor(chosenLanguage());
  brought.clear();
  starting = i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: {} } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await speak();
}

/** Loads a further group, in the current language and in any chosen later. */
export async function loadTexts(group: TextGroup): Promise<void> {
  wanted.add(group);
  await speak();
}

/**
 * Switches all texts at once and stores the choice.
 * @throws if the texts cannot be fetched; the language then stays unchanged
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const next = spokenFor(language);
  if (missingIn(next).length > 0) await bring(next);
  rememberLanguage(language);
  await speak();
}
