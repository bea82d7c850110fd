import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { withParameters } from '../../browser/with-parameters.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { OtherMessagesDocument, type OtherMessagesQuery, ReportedPageDocument } from './message-sender.generated.ts';
import { MessageSender } from './message-sender.tsx';
import type { MessageViewFragment } from './message-view.generated.ts';
import { PageOfMessage } from './page-of-message.tsx';
import { SEARCH_PARAMETER } from './statuses.ts';
import { useMessageWords } from './use-message-words.ts';
import './beside-message.css';

interface BesideMessageProps {
  readonly message: MessageViewFragment;
  readonly admin: boolean;
}

/** Who wrote a message, which pages it is about, and what else came from the same address. */
export function BesideMessage({ message: { id, email, sender, report }, admin }: BesideMessageProps) {
  const { t } = useTranslation();
  return (
    <>
      {admin && report !== null && <ReportedPage id={report.pageId} />}
      {sender === null ? (
        <section className="beside__part" aria-label={t('support.account')}>
          <h3>{t('support.account')}</h3>
          <p>{t('support.withoutAccount')}</p>
        </section>
      ) : (
        <MessageSender messageId={id} senderId={sender.id} admin={admin} />
      )}
      {email !== '' && <OtherMessages id={id} email={email} />}
    </>
  );
}

function ReportedPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  // Its failure means that the page is gone, which the report itself says.
  const { data } = useQuery(ReportedPageDocument, { variables: { id } });
  if (data === undefined) return null;
  return (
    <section className="beside__part" aria-label={t('support.reported')}>
      <h3>{t('support.reported')}</h3>
      <PageOfMessage page={data.adminPage} />
    </section>
  );
}

interface OtherMessagesProps {
  readonly id: string;
  readonly email: string;
}

function OtherMessages({ id, email }: OtherMessagesProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  // In the cache it would replace the list of the same search.
  const { data } = useQuery(OtherMessagesDocument, { variables: { search: email }, fetchPolicy: 'no-cache' });
  const list = data?.supportMessages;
  if (list === undefined) return null;
  const others = list.nodes.filter((one) => one.id !== id && one.email.toLowerCase() === email.toLowerCase());
  const search = withParameters(params, { status: 'ALL', [SEARCH_PARAMETER]: email, message: id }).toString();
  return (
    <section className="beside__part" aria-label={t('support.others')}>
      <h3>{t('support.others')}</h3>
      {others.length === 0 && <p>{t('support.noOthers')}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul role="list">
        {others.map((message) => (
          <li key={message.id}>
            <OtherMessage message={message} />
          </li>
        ))}
      </ul>
      {list.totalCount > list.nodes.length && (
        <Link to={{ search }} state={SAME_SCREEN}>
          {t('support.allOthers')}
        </Link>
      )}
    </section>
  );
}

function OtherMessage({ message }: { readonly message: OtherMessagesQuery['supportMessages']['nodes'][number] }) {
  const { t, format } = useLocale();
  const [params] = useSearchParams();
  const { title } = useMessageWords(message);
  const { id, status, createdAt } = message;
  const search = withParameters(params, { status: 'ALL', [SEARCH_PARAMETER]: undefined, message: id }).toString();
  return (
    <>
      <Link to={{ search }} state={SAME_SCREEN}>
        <bdi translate="no">{title}</bdi>
      </Link>
      <p className="beside__when">
        {[format.date(createdAt), t('support.status', { returnObjects: true })[status]].join(' · ')}
      </p>
    </>
  );
}
