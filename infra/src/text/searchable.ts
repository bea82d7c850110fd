/** A text without case and accents, as searches compare it. */
export function searchable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A regular expression that finds exactly this text among searchable ones. */
export function searchPattern(text: string): string {
  return searchable(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
