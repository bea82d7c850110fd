import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, type To, useLocation } from 'react-router';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { isAdmin } from '../../session/roles.ts';
import { useSession } from '../../session/use-session.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { isTyping } from '../../ui/use-shortcuts.ts';
import { BesideMessage } from './beside-message.tsx';
import { MessageThread } from './message-thread.tsx';
import { MessageCare, MessageMenu } from './message-tools.tsx';
import type { MessageViewFragment } from './message-view.generated.ts';
import { type Replies, ThreadForm } from './thread-form.tsx';
import { useMessageActions } from './use-message-actions.ts';
import { useMessageWords } from './use-message-words.ts';
import { useThread } from './use-thread.ts';

interface MessageViewProps {
  readonly message: MessageViewFragment;
  /** Address of the list, for the back link on phones. */
  readonly back: To;
  /** Called when the server has marked the message as resolved. */
  readonly onResolved: () => void;
}

/** A message with its conversation, and the composer at its foot. */
export function MessageView({ message, back, onResolved }: MessageViewProps) {
  const { t, format } = useLocale();
  const actions = useMessageActions(message);
  const thread = useThread(message.id);
  const { failure } = actions;
  const me = useSession()?.user;
  const admin = me !== undefined && isAdmin(me.role);
  const { id, email, body, createdAt, report } = message;
  const { title, from } = useMessageWords(message);

  const isWide = useMedia(SIDE_BY_SIDE);
  const beside = (
    <div key={id} className="beside">
      <BesideMessage message={message} admin={admin} />
    </div>
  );

  const [assigning, setAssigning] = useState(false);
  const article = useRef<HTMLElement>(null);
  const replies = useRef<Replies>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // As in PageHeading, the first screen of a visit keeps the browser's focus. Somebody who is typing keeps the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus the heading of each newly shown message
  useEffect(() => {
    if (key !== 'default' && !isTyping()) heading.current?.focus({ preventScroll: true });
  }, [id]);

  return (
    <div className="message-pane">
      <article ref={article} className="message" aria-labelledby={`message-${id}`}>
        <header className="message__head">
          <Link
            className="icon-button message__back"
            to={back}
            aria-label={t('support.back')}
            title={t('support.back')}
          >
            <ArrowLeft aria-hidden="true" />
          </Link>
          <h2 id={`message-${id}`} ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h2>
          <MessageMenu {...{ message, actions, thread, replies }} onAssign={() => setAssigning(true)} />
        </header>
        <div className="stack gap-1">
          <p className="message__from">
            <strong dir="auto">{from}</strong> <span>{email || t('support.noAddress')}</span>
          </p>
          <p className="message__date">{t('support.zone', { moment: format.dayAndTime(createdAt) })}</p>
        </div>
        <MessageCare
          {...{ message, actions, onResolved, assigning }}
          onAssigned={() => {
            setAssigning(false);
            // The focus comes back when somebody was chosen, or nobody.
            article.current?.querySelector<HTMLElement>('.message__menu button')?.focus();
          }}
        />
        <FailureNotice failure={failure} />
        {report !== null && <MessageReport report={report} />}
        <p className="message__body" dir="auto">
          {body}
        </p>
        {!isWide && (
          <details className="beside-folded">
            <summary>{t('support.beside')}</summary>
            {beside}
          </details>
        )}
        <MessageThread thread={thread} />
        {thread.message !== undefined && (
          <ThreadForm
            key={id}
            about={message}
            message={thread.message}
            {...{ thread, replies }}
            onReplied={(status) => {
              if (status === 'RESOLVED') onResolved();
              void actions.countAgain();
            }}
          />
        )}
      </article>
      {isWide && <aside aria-label={t('support.beside')}>{beside}</aside>}
    </div>
  );
}

interface MessageReportProps {
  readonly report: NonNullable<MessageViewFragment['report']>;
}

function MessageReport({ report: { pageId, reason } }: MessageReportProps) {
  const { t } = useTranslation();
  return (
    <p>
      <strong>{t('support.reasons', { returnObjects: true })[reason]}</strong>
      {' · '}
      <Link to={href('/d/:id', { id: pageId })} target="_blank" rel="noopener">
        {t('support.reported')} <bdi translate="no">{pageId}</bdi>
        <span className="visually-hidden"> {t('support.newTab')}</span>
      </Link>
    </p>
  );
}
