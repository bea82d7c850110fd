import { declareLanguage, languageFor } from '../i18n/language.ts';
import { reloadForMissingCode } from './missing-code.ts';
import unreachable from './texts/unreachable.fr.json';

/** Loaded with the script, because these texts are for when nothing else can be fetched. */
const messages = import.meta.glob<typeof unreachable>('./texts/unreachable.*.json', { eager: true, import: 'default' });

/** Starts the application; if it cannot be loaded, reloads the page once or shows a message. */
export async function startOrShowError(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(await reloadForMissingCode({ requested: false }))) sayThatNothingCame();
    // Rethrow for reporting.
    throw error;
  }
}

function sayThatNothingCame(): void {
  const language = languageFor(['unreachable']);
  declareLanguage(language);
  const { title, text, again } = messages[`./texts/unreachable.${language}.json`] ?? unreachable;
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
