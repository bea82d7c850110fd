/** The first code units of a text, without half a character at their end. */
export function beginningOf(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}
