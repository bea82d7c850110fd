import type { PageChanges } from '../commands/update-page.ts';
import type { PageState } from '../page/page.ts';
import { parseAvatar, parseDisplayName, parseProfile } from '../page/profile.ts';

/** Raw `PageInput`; absent fields stay unchanged. */
export interface PageInput {
  readonly displayName?: string | null;
  readonly blocks?: unknown;
  readonly state?: PageState | null;
  readonly avatar?: string | null;
  readonly indexable?: boolean | null;
}

/**
 * An explicit null clears the display name and the picture; in other fields it counts as absent.
 * @throws DomainError VALIDATION_FAILED
 */
export function parsePageInput({ displayName, blocks, state, avatar, indexable }: PageInput): PageChanges {
  return {
    ...(displayName === undefined ? {} : { displayName: parseDisplayName(displayName) }),
    ...(blocks === undefined || blocks === null ? {} : { profile: parseProfile(blocks) }),
    ...(state === undefined || state === null ? {} : { state }),
    ...(avatar === undefined ? {} : { avatar: parseAvatar(avatar) }),
    ...(indexable === undefined || indexable === null ? {} : { indexable }),
  };
}
