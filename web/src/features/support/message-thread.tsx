import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { MessageThreadFragment } from './message-thread.generated.ts';
import type { useThread } from './use-thread.ts';
import './message-thread.css';

interface MessageThreadProps {
  readonly thread: ReturnType<typeof useThread>;
}

/** Replies, answers and notes below a message. */
export function MessageThread({ thread: { message, error, loading, refetch } }: MessageThreadProps) {
  const { t } = useTranslation();
  const heading = useId();
  const entries = message?.thread ?? [];
  if (error === undefined && entries.length === 0) return null;
  return (
    <section className="thread" aria-labelledby={heading}>
      <h3 id={heading}>{t('support.thread')}</h3>
      <FailureNotice failure={error && fixedFailure(error, 'support.openFailed')} retry={{ loading, refetch }} />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ol role="list">
        {entries.map((entry) => (
          <ThreadEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function ThreadEntry({ entry }: { readonly entry: MessageThreadFragment['thread'][number] }) {
  const { t, format } = useLocale();
  const { kind, body, quoted, attachments, createdAt, author, from } = entry;
  return (
    <li className="thread__entry" data-kind={kind}>
      <p className="thread__head">
        <strong>{t('support.entries', { returnObjects: true })[kind]}</strong>{' '}
        <bdi translate="no">{author?.username ?? from}</bdi>{' '}
        <time dateTime={createdAt}>{format.dayAndTime(createdAt)}</time>
      </p>
      <p className="message__body" dir="auto">
        {body}
      </p>
      {attachments > 0 && <p className="thread__files">{t('support.files', { count: attachments })}</p>}
      {quoted !== '' && (
        <details>
          <summary>{t('support.quoted')}</summary>
          <p className="message__body" dir="auto">
            {quoted}
          </p>
        </details>
      )}
    </li>
  );
}
