/** Parts of the document that depend on the language. */
const PARTS = ['title', 'meta[name="description"]', '#root'];

/**
 * Replaces this page, which is still hidden, with the same page in the chosen language. The server cannot know the
 * choice, because it is kept in browser storage and not in a cookie.
 */
export async function bringLanguage(language: string): Promise<void> {
  const html = document.documentElement;
  const answer = await fetch(`${location.pathname}?lang=${language}`, { headers: { Accept: 'text/html' } });
  const other = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // The application or the error message was faster.
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
