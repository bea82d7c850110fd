/** Language of the server-rendered page; undefined for an empty document. */
export function finishedLanguage(): string | undefined {
  return document.documentElement.dataset.language;
}
