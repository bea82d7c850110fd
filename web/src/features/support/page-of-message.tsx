import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { ReportedPageQuery } from './message-sender.generated.ts';

/** A page as administrators see it beside a message, with what they may do about it. */
export function PageOfMessage({ page: { id, displayName, state } }: { readonly page: ReportedPageQuery['adminPage'] }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="cluster middle gap-1-3">
        <Link to={href('/d/:id', { id })} target="_blank" rel="noopener">
          <bdi translate="no">{displayName || t('dashboard.untitled')}</bdi>
          <span className="visually-hidden"> {t('support.newTab')}</span>
        </Link>{' '}
        <StateBadge state={state} />
      </p>
      <p className="beside__links cluster middle gap-1-3">
        <Link to={{ pathname: href('/admin'), search: new URLSearchParams({ search: id }).toString() }}>
          {t('support.inAdministration')}
        </Link>
        <Link to={href('/history/:id', { id })}>{t('support.history')}</Link>
      </p>
    </>
  );
}
