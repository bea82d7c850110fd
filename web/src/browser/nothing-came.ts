import { chosenLanguage } from '../i18n/language.ts';
import { reloadForMissingCode } from './missing-code.ts';

/** What is said where not even the texts could be fetched. */
const WORDS = {
  fr: {
    title: 'La page n’a pas pu s’ouvrir',
    text: 'La connexion est peut-être coupée.',
    again: 'Réessayer',
  },
  en: { title: 'The page could not be opened', text: 'Your connection may have dropped.', again: 'Try again' },
} as const;

/** Opens the application; where it cannot be had, the page is loaded anew once, or says so. */
export async function openOrSay(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(await reloadForMissingCode({ asked: false }))) sayThatNothingCame();
    // Reported as it is.
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
  // The finished page that is still on its way in this language is not to take its place.
  if (dataset.language !== undefined) dataset.language = language;
  delete dataset.waiting;
}
