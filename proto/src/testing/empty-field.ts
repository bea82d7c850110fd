import { PROFILE_FIELDS } from '../profile/profile.ts';

/**
 * Whether a value is an empty text of a profile, or a switch that is off. Examples do not have later fields, so shapes
 * leave these out.
 */
export function isEmptyField(key: string, value: unknown): boolean {
  return (value === '' || value === false) && PROFILE_FIELDS.includes(key);
}
