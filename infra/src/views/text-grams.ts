/** How many code units a piece of an index over texts has. */
const GRAM = 3;
/** A few pieces tell nearly all texts apart, and the text itself is looked at afterwards. */
const MOST_WANTED = 12;

/** What an index over a text holds: its pieces of three, each once; none goes over the end of a line. */
export function gramsOf(text: string): readonly string[] {
  const grams = new Set<string>();
  for (const line of text.split('\n')) {
    for (let at = 0; at + GRAM <= line.length; at += 1) grams.add(line.slice(at, at + GRAM));
  }
  return [...grams];
}

/** Pieces that every text with this part in it has; none where the part is too short for one. */
export function gramsWithin(part: string): readonly string[] {
  const grams = gramsOf(part);
  const step = Math.max(1, Math.ceil(grams.length / MOST_WANTED));
  return grams.filter((_, at) => at % step === 0);
}
