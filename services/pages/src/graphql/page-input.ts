import type { PageChanges } from '../commands/update-page.ts';
import type { PageState } from '../page/page.ts';
import { parseAvatar, parseDisplayName, parseProfile } from '../page/profile.ts';

/** Raw `PageInput`; absent fields stay unchanged. */
export interface PageInput {
  readonly displayName?: string | null;
  readonly profile?: unknown;
  /** The profile as earlier versions send it. */
  readonly blocks?: unknown;
  readonly state?: PageState | null;
  readonly avatar?: string | null;
  readonly indexable?: boolean | null;
}

/**
 * An explicit null clears the display name and the picture; in other fields it counts as absent.
 * @throws DomainError VALIDATION_FAILED
 */
export function parsePageInput({ displayName, profile, blocks, state, avatar, indexable }: PageInput): PageChanges {
  return {
    ...(displayName === undefined ? {} : { displayName: parseDisplayName(displayName) }),
    ...(isGiven(blocks) ? { profile: parseProfile(blocks, 'blocks') } : {}),
    ...(isGiven(profile) ? { profile: parseProfile(profile) } : {}),
    ...(isGiven(state) ? { state } : {}),
    ...(avatar === undefined ? {} : { avatar: parseAvatar(avatar) }),
    ...(isGiven(indexable) ? { indexable } : {}),
  };
}

function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}
