import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import type { MessageViewFragment } from './message-view.generated.ts';

interface MessageReportProps {
  readonly report: NonNullable<MessageViewFragment['report']>;
}

export function MessageReport({ report: { pageId, reason } }: MessageReportProps) {
  const { t } = useTranslation();
  return (
    <p>
      <strong>{t('support.reasons', { returnObjects: true })[reason]}</strong>
      {' · '}
      <Link to={href('/d/:id', { id: pageId })} target="_blank" rel="noopener">
        {t('support.reported')} <bdi>{pageId}</bdi>
        <span className="visually-hidden"> {t('support.newTab')}</span>
      </Link>
    </p>
  );
}
