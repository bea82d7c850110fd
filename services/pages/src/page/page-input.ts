import type { PageInput } from '../schema.generated.ts';
import type { PageChanges } from './commands/update-page.ts';
import { parseAvatar, parseDisplayName, parseProfile } from './domain/profile.ts';

/**
 * An explicit null clears the display name and the picture; in other fields it counts as absent.
 * @throws DomainError VALIDATION_FAILED
 */
export function parsePageInput({ displayName, profile, state, avatar, indexable }: PageInput): PageChanges {
  return {
    ...(displayName === undefined ? {} : { displayName: parseDisplayName(displayName) }),
    ...(isGiven(profile) ? { profile: parseProfile(profile) } : {}),
    ...(isGiven(state) ? { state } : {}),
    ...(avatar === undefined ? {} : { avatar: parseAvatar(avatar) }),
    ...(isGiven(indexable) ? { indexable } : {}),
  };
}

function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}
