/** The language that the browser prefers among the offered ones; undefined if it prefers others. */
export function preferredLanguage<T extends string>(offered: readonly T[]): T | undefined {
  return navigator.languages
    .map((tag) => offered.find((language) => language === tag.split('-')[0]))
    .find((language) => language !== undefined);
}
