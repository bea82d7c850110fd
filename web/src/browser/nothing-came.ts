import { chosenLanguage } from '../i18n/language.ts';
import { reloadForMissingCode } from './missing-code.ts';

/** Messages for when not even the texts could be fetched. */
const WORDS = {
  fr: {
    title: 'La page n’a pas pu s’ouvrir',
    text: 'La connexion est peut-être coupée.',
    again: 'Réessayer',
  },
  en: { title: 'The page could not be opened', text: 'Your connection may have dropped.', again: 'Try again' },
} as const;

/** Starts the application; if it cannot be loaded, reloads the page once or shows a message. */
export async function openOrSay(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(await reloadForMissingCode({ asked: false }))) sayThatNothingCame();
    // Rethrow for reporting.
    throw error;
  }
}

function sayThatNothingCame(): void {
  const language = chosenLanguage();
  const { title, text, again } = WORDS[language];
  const main = document.createElement('main');
  main.className = 'message-screen';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const words = document.createElement('p');
  words.textContent = text;
  const link = document.createElement('a');
  link.href = location.href;
  link.className = 'btn btn--primary';
  link.textContent = again;
  main.append(heading, words, link);
  const root = document.getElementById('root');
  root?.replaceChildren(main);
  root?.removeAttribute('inert');
  const { dataset } = document.documentElement;
  // A server-rendered page in this language that is still loading must not replace the message.
  if (dataset.language !== undefined) dataset.language = language;
  delete dataset.waiting;
}
