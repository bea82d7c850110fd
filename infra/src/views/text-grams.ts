/** Code units per gram. */
const GRAM = 3;
/** A few grams distinguish nearly all texts, and the text itself is checked afterwards. */
const MOST_WANTED = 12;

/** Index entries of a text: its distinct grams of three code units, without those that span lines. */
export function gramsOf(text: string): readonly string[] {
  const grams = new Set<string>();
  for (const line of text.split('\n')) {
    for (let at = 0; at + GRAM <= line.length; at += 1) grams.add(line.slice(at, at + GRAM));
  }
  return [...grams];
}

/** Grams that every text containing this part must have; empty if the part is too short. */
export function gramsWithin(part: string): readonly string[] {
  const grams = gramsOf(part);
  const step = Math.max(1, Math.ceil(grams.length / MOST_WANTED));
  return grams.filter((_, at) => at % step === 0);
}
