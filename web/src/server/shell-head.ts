import type { Screen } from '../app/screen.ts';
import en from '../i18n/en.json';
import fr from '../i18n/fr.json';
import type { Language } from '../i18n/language.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { descriptionOf } from './finished-descriptions.ts';
import { screenAt } from './screen-at.ts';

const dictionaries = { fr, en };

function textOf(language: Language, key: TextKey): unknown {
  return key
    .split('.')
    .reduce<unknown>((texts, name) => (texts as Record<string, unknown>)[name], dictionaries[language]);
}

/** What the document of a screen that only the client renders says of itself until the client runs. */
export function shellHead(pathname: string, language: Language): { title: string; description: string } {
  const { document }: Pick<Screen, 'document'> = screenAt(pathname) ?? { document: { title: 'notFound.title' } };
  return {
    title: typeof document === 'string' ? 'Volant' : `${textOf(language, document.title)} · Volant`,
    description: descriptionOf(pathname.replace(/(.)\/$/, '$1'), language),
  };
}
