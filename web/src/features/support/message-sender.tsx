import { useQuery } from '@apollo/client/react';
import { href, Link } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { MessageSenderDocument } from './message-sender.generated.ts';
import { PageOfMessage } from './page-of-message.tsx';

interface MessageSenderProps {
  readonly messageId: string;
  readonly senderId: string;
  /** Only administrators see the address, the role, the pages and the links to the administration. */
  readonly admin: boolean;
}

export function MessageSender({ messageId: id, senderId, admin }: MessageSenderProps) {
  const { t, format } = useLocale();
  const { data, error, loading, refetch } = useQuery(MessageSenderDocument, { variables: { id, senderId, admin } });
  const sender = data?.supportMessage.sender;
  const pages = data?.pages;
  const found = (parameters: Record<string, string>) => ({
    pathname: href('/admin'),
    search: new URLSearchParams(parameters).toString(),
  });
  return (
    <>
      <section className="beside__part" aria-label={t('support.account')}>
        <h3>{t('support.account')}</h3>
        <FailureNotice failure={error && fixedFailure(error, 'support.accountFailed')} retry={{ loading, refetch }} />
        {sender && (
          <>
            <p>
              {admin ? (
                <Link to={found({ tab: 'users', person: senderId })}>
                  <bdi translate="no">{sender.username}</bdi>
                </Link>
              ) : (
                <bdi translate="no" className="beside__name">
                  {sender.username}
                </bdi>
              )}
              {sender.role && ` · ${t('support.role', { returnObjects: true })[sender.role]}`}
            </p>
            {sender.email && <p>{sender.email}</p>}
            {sender.createdAt && <p>{t('support.since', { date: format.date(sender.createdAt) })}</p>}
          </>
        )}
      </section>
      {pages && (
        <section className="beside__part" aria-label={t('support.pages')}>
          <h3>{t('support.pages')}</h3>
          {pages.nodes.length === 0 && <p>{t('support.noPages')}</p>}
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
          <ul role="list">
            {pages.nodes.map((page) => (
              <li key={page.id}>
                <PageOfMessage page={page} />
              </li>
            ))}
          </ul>
          {pages.totalCount > pages.nodes.length && (
            <Link to={found({ search: senderId })}>{t('support.allPages', { count: pages.totalCount })}</Link>
          )}
        </section>
      )}
    </>
  );
}
