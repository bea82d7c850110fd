/**
 * Replaces parts of this page with those of the same page in another language. The server cannot know the chosen
 * language, because it is kept in browser storage and not in a cookie.
 * @param parts selectors
 */
export async function loadLanguage(language: string, parts: readonly string[]): Promise<void> {
  const html = document.documentElement;
  const answer = await fetch(`${location.pathname}?lang=${language}`, { headers: { Accept: 'text/html' } });
  const other = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const { lang, dir, dataset } = other.documentElement;
  // The application or the error message was faster.
  if (html.dataset.language === language) return;
  if (!answer.ok || dataset.language !== language) throw new Error('not in this language');
  for (const part of parts) {
    const [mine, theirs] = [document.querySelector(part), other.querySelector(part)];
    if (mine === null || theirs === null) throw new Error(`the page has no ${part}`);
    mine.replaceWith(document.adoptNode(theirs));
  }
  Object.assign(html, { lang, dir });
  html.dataset.language = language;
  delete html.dataset.waiting;
}
