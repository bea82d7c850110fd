import type { CustomField, DisplayStyle, ProfileSwitch, ProfileText } from '@volant/proto/profile/profile';
import { firstCharacter } from './truncate.ts';

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A profile as pages written by an earlier version may contain it: fields may be missing. */
export type Profile = Optional<Record<ProfileText, string> & Record<ProfileSwitch, boolean>> & {
  readonly displayStyle?: string | undefined;
  readonly customFields?: readonly Optional<CustomField>[] | undefined;
};

/** A missing or unknown style falls back to modern. */
export function displayStyleOf(profile: Profile): DisplayStyle {
  return profile.displayStyle === 'minimal' || profile.displayStyle === 'buttons' ? profile.displayStyle : 'modern';
}

/** Title of a page: the person's name, else the company's, else the page's own. */
export function titleOf(profile: Profile, displayName: string): string {
  return text(profile.name) || text(profile.company) || displayName.trim();
}

/** At most two initials of a name, for a page without a picture; the first sign of a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : [words[0] ?? name.trim()];
  // Arabic letters would join into a word.
  const between = /\p{Script=Arabic}/u.test(name) ? '\u200c' : '';
  return ends.map((word) => firstCharacter(word ?? '').toUpperCase()).join(between);
}

/** A field as displayed: trimmed, empty if not given. */
export function text(value: string | undefined): string {
  return value?.trim() ?? '';
}
