import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { MessageSenderDocument, type MessageSenderQuery } from './message-sender.generated.ts';

interface MessageSenderProps {
  readonly messageId: string;
  readonly senderId: string;
  /** Only administrators see the address, the pages and the links to the administration. */
  readonly admin: boolean;
}

/** The account a message was sent from, and its pages. */
export function MessageSender({ messageId: id, senderId, admin }: MessageSenderProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, loading, refetch } = useQuery(MessageSenderDocument, { variables: { id, senderId, admin } });
  const sender = data?.supportMessage.sender;
  const found = (tab: object) => ({
    pathname: href('/admin'),
    search: new URLSearchParams({ ...tab, search: senderId }).toString(),
  });
  return (
    <section className="message-sender" aria-label={t('support.account')}>
      {error !== undefined && (
        <FailureNotice failure={fixedFailure(error, 'support.accountFailed')} retry={{ loading, refetch }} />
      )}
      {sender && (
        <p>
          {t('support.account')}{' '}
          {admin ? (
            <Link to={found({ tab: 'users' })}>
              <bdi>{sender.username}</bdi>
            </Link>
          ) : (
            <bdi className="message-sender__name">{sender.username}</bdi>
          )}
          {sender.email && ` · ${sender.email}`}
          {sender.createdAt && ` · ${t('support.since', { date: format.date(sender.createdAt) })}`}
        </p>
      )}
      {data?.pages && (
        <>
          <SenderPages pages={data.pages} />
          {data.pages.totalCount > data.pages.nodes.length && (
            <Link to={found({})}>{t('support.allPages', { count: data.pages.totalCount })}</Link>
          )}
        </>
      )}
    </section>
  );
}

function SenderPages({ pages }: { readonly pages: NonNullable<MessageSenderQuery['pages']> }) {
  const { t } = useTranslation();
  if (pages.nodes.length === 0) return <p>{t('support.noPages')}</p>;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it
    <ul role="list">
      {pages.nodes.map(({ id, displayName, state }) => (
        <li key={id}>
          <Link to={href('/d/:id', { id })} target="_blank" rel="noopener">
            <bdi>{displayName || t('dashboard.untitled')}</bdi>
            <span className="visually-hidden"> {t('support.newTab')}</span>
          </Link>{' '}
          <StateBadge state={state} />
        </li>
      ))}
    </ul>
  );
}
