/** Ignores case, accents and the ligature of French, which Unicode does not decompose. */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe');
}
