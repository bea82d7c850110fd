import { firstCharacter } from './truncate.ts';

/** The three ways a page can look. */
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

/** What a driver has filled in, as the API and the message log carry it; empty means "not given". */
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

/** A missing or unknown style is the modern card. */
export function displayStyleOf(profile: Profile): DisplayStyle {
  return profile.displayStyle === 'minimal' || profile.displayStyle === 'buttons' ? profile.displayStyle : 'modern';
}

/** The name a page goes by: the person's, else the company's, else the page's own. */
export function titleOf(profile: Profile, displayName: string): string {
  return text(profile.name) || text(profile.company) || displayName.trim();
}

/** At most two letters standing for a name, for a page without a picture. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => firstCharacter(word ?? '').toLocaleUpperCase('fr')).join('');
}

/** A field as shown: trimmed, empty when not given. */
export function text(value: string | undefined): string {
  return value?.trim() ?? '';
}
