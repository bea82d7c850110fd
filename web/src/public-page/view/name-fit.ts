/**
 * Widths of characters in digits of the same font, the widest of common sans-serif fonts in bold. A digit is the unit,
 * because `font-size-adjust` makes it equally wide in every font.
 */
const WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ijlIıíìîïÍÌÎÏ.,:;'’!|()[\]]/, 0.55],
  [/[ftrJ\-‐‑/"“”«»]/, 0.72],
  [/[szcçśšžćč]/, 0.9],
  [/[MWÆŒ@%—]/, 1.65],
  [/[mwæœ&ЖШЩЮжшщюмМ]/, 1.55],
  [/\p{Lu}/u, 1.25],
  [/[\p{Ll}\p{N}]/u, 1.05],
  [/\p{Emoji_Presentation}/u, 2.2],
];
/** Letters of other scripts, most of which are narrower. */
const ANY_OTHER = 1.25;

/** Scripts that are written without spaces, and break between any two characters. */
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Widest word with hyphens that is kept whole; wider ones break after a hyphen. */
const WIDEST_WHOLE = 27;
/** Widest word that is large enough beside the photo of the narrowest phone. */
const WIDEST_BESIDE = 14;
/** The style sheet has a rule for each of these widths. */
const STEPS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 27, 30, 34, 38, 43, 48, 54] as const;

export interface FittedName {
  /** The name with hyphens that do not break. */
  readonly text: string;
  /** The rule by which the widest word determines the font size. */
  readonly className: string;
  /** Whether the name needs the whole width of the page. */
  readonly wide: boolean;
}

/** Prepares a name for a font size at which its widest word fits on a line. */
export function fitName(name: string): FittedName {
  const words = name.split(/\s+/).map((word) => {
    const width = widthOf(word);
    if (width <= WIDEST_WHOLE) return { text: word.replaceAll('-', '\u2011'), width };
    return { text: word, width: Math.max(...word.split(/(?<=-)/).map(widthOf)) };
  });
  const widest = Math.max(...words.map(({ width }) => width));
  const step = STEPS.find((each) => each >= widest) ?? STEPS[STEPS.length - 1];
  return {
    text: words.map(({ text }) => text).join(' '),
    className: `pp-word-${step}`,
    wide: widest > WIDEST_BESIDE,
  };
}

/** Width of the widest part of a word that cannot break, in digits. */
function widthOf(word: string): number {
  const parts = word.replace(BREAKS_ANYWHERE, (character) => ` ${character} `).split(' ');
  return Math.max(...parts.map((part) => [...part].reduce((sum, character) => sum + widthOfOne(character), 0)));
}

function widthOfOne(character: string): number {
  return WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? ANY_OTHER;
}
