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

/** One reads in one language: the other's texts come when it is chosen. */
const dictionaries: Readonly<Record<Language, () => Promise<{ readonly default: object }>>> = {
  fr: () => import('./fr.json'),
  en: () => import('./en.json'),
};

/** Starts the texts in the chosen language. */
export async function startTexts(): Promise<void> {
  const language = chosenLanguage();
  const texts = await dictionaries[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: texts.default } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
}

/**
 * Changes every text at once and remembers the choice.
 * @throws when the texts cannot be fetched; everything then stays as it was
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, NAMESPACE)) {
    const texts = await dictionaries[language]();
    i18next.addResourceBundle(language, NAMESPACE, texts.default);
  }
  rememberLanguage(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
