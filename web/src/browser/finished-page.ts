/** Language of the finished page that the document is; undefined for an empty one. */
export function finishedLanguage(): string | undefined {
  return document.documentElement.dataset.language;
}
