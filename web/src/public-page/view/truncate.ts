/** Older browsers have no segmenter: count code points there. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;
/** Characters that are always one grapheme each, so that most texts need no segmentation. */
const SINGLE = /^[\n\x20-\u02ff\u2010-\u2027\u202f-\u205e\u20a0-\u20bf]*$/;

/** Truncates a text to `length` graphemes and adds an ellipsis. */
export function truncate(value: string, length: number): string {
  if (value.length <= length) return value;
  if (SINGLE.test(value)) return `${value.slice(0, length).trimEnd()}…`;
  let count = 0;
  let end = 0;
  for (const character of characters(value)) {
    if (count === length) return `${value.slice(0, end).trimEnd()}…`;
    count += 1;
    end += character.length;
  }
  return value;
}

/** The first grapheme: a flag or a family emoji stays whole. */
export function firstCharacter(text: string): string {
  if (SINGLE.test(text)) return text.charAt(0);
  for (const character of characters(text)) return character;
  return '';
}

function* characters(text: string): Iterable<string> {
  if (segmenter === undefined) yield* text;
  else for (const { segment } of segmenter.segment(text)) yield segment;
}
