/** Parts of the document that speak a language. */
const PARTS = ['title', 'meta[name="description"]', '#root'];

/**
 * Puts the same page in the chosen language in the place of this one, which nobody has seen yet:
 * the server cannot know the choice, as it is kept in the browser's storage and in no cookie.
 */
export async function bringLanguage(language: string): Promise<void> {
  const html = document.documentElement;
  const answer = await fetch(`${location.pathname}?lang=${language}`, { headers: { Accept: 'text/html' } });
  const other = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // The application was quicker, or the word that it cannot be had.
  if (html.dataset.language === language) return;
  if (!answer.ok || other.documentElement.dataset.language !== language) throw new Error('not in this language');
  for (const part of PARTS) {
    const [mine, theirs] = [document.querySelector(part), other.querySelector(part)];
    if (mine === null || theirs === null) throw new Error(`the page has no ${part}`);
    mine.replaceWith(document.adoptNode(theirs));
  }
  html.dataset.language = language;
  delete html.dataset.waiting;
}
