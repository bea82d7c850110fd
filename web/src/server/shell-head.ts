import en from '../i18n/en.json';
import fr from '../i18n/fr.json';
import type { Language } from '../i18n/language.ts';
import { descriptionOf } from './finished-descriptions.ts';
import { isKnownRoute } from './known-route.ts';

const dictionaries = { fr, en };
type Texts = (typeof dictionaries)[Language];

const CARD = { fr: 'Carte de chauffeur', en: 'Driver’s card' } as const;

/** Titles of the screens that the client alone draws. */
const TITLES: readonly (readonly [path: RegExp, title: (texts: Texts) => string])[] = [
  [/^\/contact\/?$/, ({ contact }) => contact.title],
  [/^\/confirm-email\/?$/, ({ confirmEmail }) => confirmEmail.title],
  [/^\/cancel-email\/?$/, ({ cancelEmail }) => cancelEmail.title],
  [/^\/undo-email\/?$/, ({ undoEmail }) => undoEmail.title],
  [/^\/account-deleted\/?$/, ({ account }) => account.deletedTitle],
  [/^\/editor\/new\/?$/, ({ editor }) => editor.titleNew],
];

/** What the document of such a screen says of itself until the client runs. */
export function shellHead(pathname: string, language: Language): { title: string; description: string } {
  const texts = dictionaries[language];
  const title = isKnownRoute(pathname)
    ? TITLES.find(([path]) => path.test(pathname))?.[1](texts)
    : texts.notFound.title;
  const own = pathname.startsWith('/d/') ? CARD[language] : title;
  return {
    title: own === undefined ? 'Volant' : `${own} · Volant`,
    description: descriptionOf(pathname.replace(/(.)\/$/, '$1'), language),
  };
}
