/** French writes “1er novembre”, which no date formatter does. */
export function withFirst(date: string, locale: string): string {
  return locale.startsWith('fr') ? date.replace(/(?<!\d)1(?= \p{L})/u, '1er') : date;
}
