import type { TextKey } from '../../../i18n/text-key.ts';
import { type BulkInput, NEW_STATES } from './bulk-input.ts';

const STATE_WORDS: Readonly<Record<BulkInput['state'], TextKey>> = {
  UNCLAIMED: 'state.UNCLAIMED',
  ACTIVE: 'state.ACTIVE',
  INACTIVE: 'state.INACTIVE',
};

/** The states of a new page, to choose from. */
export function newStateOptions(t: (key: TextKey) => string): (readonly [string, string])[] {
  return NEW_STATES.map((state) => [state, t(STATE_WORDS[state])]);
}
