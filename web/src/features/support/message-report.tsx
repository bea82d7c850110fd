import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import type { MessageViewFragment } from './message-view.generated.ts';

interface MessageReportProps {
  readonly report: NonNullable<MessageViewFragment['report']>;
  readonly admin: boolean;
}

/** The reported page and the reason. */
export function MessageReport({ report: { pageId, reason }, admin }: MessageReportProps) {
  const { t } = useTranslation();
  return (
    <p>
      <strong>{t('support.reasons', { returnObjects: true })[reason]}</strong>
      {' · '}
      <Link to={href('/d/:id', { id: pageId })} target="_blank" rel="noopener">
        {t('support.reported')} <bdi>{pageId}</bdi>
        <span className="visually-hidden"> {t('support.newTab')}</span>
      </Link>
      {admin && (
        <>
          {' · '}
          <Link to={{ pathname: href('/admin'), search: new URLSearchParams({ search: pageId }).toString() }}>
            {t('support.inAdministration')}
          </Link>
        </>
      )}
    </p>
  );
}
