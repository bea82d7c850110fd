import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './en.json';
import fr from './fr.json';
import { chosenLanguage, type Language, rememberLanguage } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof fr };
  }
}

/** Starts the texts in the chosen language; both dictionaries are small enough to travel together. */
export function startTexts(): Promise<unknown> {
  const started = i18next.use(initReactI18next).init({
    lng: chosenLanguage(),
    fallbackLng: false,
    resources: { fr: { translation: fr }, en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = chosenLanguage();
  return started;
}

/** Changes every text at once and remembers the choice. */
export function chooseLanguage(language: Language): void {
  rememberLanguage(language);
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}
