/**
 * Cleans pasted text the same way on client and server: removes invisible characters and replaces uncommon line breaks
 * and blanks by common ones. The caller bounds the length; the work is linear in it.
 */

/** Blanks that Unicode does not classify as spaces: the tab, the braille blank and the Hangul fillers. */
const BLANK = /[\t\u2800\u3164\uffa0]/g;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const BLANKS_AND_BREAKS = /[ \t\n\v\f\r\u0085\u2028\u2029\u2800\u3164\uffa0]+/g;

/** The first alternative matches a flag spelled in tag characters, which must stay whole. */
const FLAG_OR_UNSEEN =
  /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}|[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffc]/gu;
const FLAG = '\u{1f3f4}';

/** Returns one trimmed line. */
export function cleanLine(text: string): string {
  const line = text.replace(BLANKS_AND_BREAKS, (run) => (/[^ ]/.test(run) ? ' ' : run));
  return withoutUnseen(line).trim();
}

/** Returns trimmed text whose lines are separated by `\n`. */
export function cleanLines(text: string): string {
  return withoutUnseen(text.replace(LINE_BREAK, '\n').replace(BLANK, ' '), '\n').trim();
}

/** Removes characters that no keyboard types, and blanks around a password, which are copied with it. */
export function cleanPassword(text: string): string {
  return typedPassword(text).trim();
}

/** A password as earlier releases cleaned it: with the blanks around it. */
export function typedPassword(text: string): string {
  return withoutUnseen(text);
}

function withoutUnseen(text: string, allowed?: '\n'): string {
  let removed = { from: -1, to: -1 };
  return text.replace(FLAG_OR_UNSEEN, (found: string, at: number) => {
    if (found === allowed || found.startsWith(FLAG)) return found;
    const from = at === removed.to ? removed.from : at;
    const before = [...text.slice(Math.max(from - 2, 0), from)].at(-1) ?? '';
    const to = at + found.length;
    const [after = ''] = text.slice(to, to + 2);
    if (isNeeded(found, before, after)) return found;
    removed = { from, to };
    return '';
  });
}

/** Invisible characters that change how their neighbours look, and the neighbours they need. */
const NEEDED: readonly (readonly [mark: RegExp, before: RegExp, after: RegExp])[] = [
  // Joins several emoji into one, or switches between emoji and text style.
  [/\u200d/, /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u, /\p{Extended_Pictographic}/u],
  [/[\ufe0e\ufe0f]/, /\p{Extended_Pictographic}/u, /^/],
  [/\ufe0f/, /[0-9#*]/, /\u20e3/],
  // Selects the form of a letter.
  [
    /[\u200c\u200d]/,
    /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u,
    /^/,
  ],
  [/\p{Variation_Selector}/u, /(?=\p{L})[\p{sc=Han}\p{sc=Mong}\p{sc=Mymr}\p{sc=Phag}]/u, /^/],
  // Sets the side of a sign after right-to-left letters.
  [/\u200f/, /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}]/u, /[\p{P}\p{N}]/u],
  // An old Hangul syllable without its initial sound or without its vowel.
  [/\u115f/, /^/, /[\u1161-\u11a7]/],
  [/\u1160/, /[\u1100-\u115e]/, /^/],
];

function isNeeded(mark: string, before: string, after: string): boolean {
  return NEEDED.some((each) => each[0].test(mark) && each[1].test(before) && each[2].test(after));
}
