import { useTranslation } from 'react-i18next';
import type { PageState } from '../api/shapes.ts';
import type { TextKey } from '../i18n/text-key.ts';
import './state-badge.css';

export const STATE_WORDS: Record<PageState, TextKey> = {
  ACTIVE: 'state.ACTIVE',
  INACTIVE: 'state.INACTIVE',
  DEACTIVATED: 'state.DEACTIVATED',
  UNCLAIMED: 'state.UNCLAIMED',
};

/** The state of a page by colour and text. */
export function StateBadge({ state }: { readonly state: PageState }) {
  const { t } = useTranslation();
  return <span className={`state-badge state-badge--${state.toLowerCase()}`}>{t(STATE_WORDS[state])}</span>;
}
