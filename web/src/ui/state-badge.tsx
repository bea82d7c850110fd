import { useTranslation } from 'react-i18next';
import type { PageState } from '../api/shapes.ts';
import './state-badge.css';

/** The state of a page by colour and text. */
export function StateBadge({ state }: { readonly state: PageState }) {
  const { t } = useTranslation();
  return (
    <span className={`state-badge state-badge--${state.toLowerCase()}`}>
      {t('state', { returnObjects: true })[state]}
    </span>
  );
}
