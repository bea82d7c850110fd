import { firstCharacter } from './truncate.ts';

/** The three layouts of a page. */
export type DisplayStyle = 'modern' | 'minimal' | 'buttons';

type CustomField = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  /** File name below /icons/, or empty. */
  readonly icon?: string | undefined;
  /** One of the palette's hex colours, or empty for grey. */
  readonly color?: string | undefined;
};

/** The driver's input as the API and the message log represent it; empty means "not given". */
export type Profile = {
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly bio?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly whatsapp?: string | undefined;
  readonly website?: string | undefined;
  readonly instagram?: string | undefined;
  readonly displayStyle?: string | undefined;
  readonly customFields?: readonly CustomField[] | undefined;
};

/** A missing or unknown style falls back to modern. */
export function displayStyleOf(profile: Profile): DisplayStyle {
  return profile.displayStyle === 'minimal' || profile.displayStyle === 'buttons' ? profile.displayStyle : 'modern';
}

/** Title of a page: the person's name, else the company's, else the page's own. */
export function titleOf(profile: Profile, displayName: string): string {
  return text(profile.name) || text(profile.company) || displayName.trim();
}

/** At most two initials of a name, for a page without a picture. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => firstCharacter(word ?? '').toLocaleUpperCase('fr')).join('');
}

/** A field as displayed: trimmed, empty if not given. */
export function text(value: string | undefined): string {
  return value?.trim() ?? '';
}
