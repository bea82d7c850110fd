import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { MessageThreadFragment } from './message-thread.generated.ts';
import { ThreadForm, type ThreadFormProps } from './thread-form.tsx';
import { useThread } from './use-thread.ts';
import './message-thread.css';

type MessageThreadProps = Pick<ThreadFormProps, 'about' | 'replies' | 'onReplied'>;

/** Replies, answers and notes below a message, and the field to write the next one. */
export function MessageThread({ about, replies, onReplied }: MessageThreadProps) {
  const { t } = useTranslation();
  const thread = useThread(about.id);
  const { message, error, loading, refetch } = thread;
  const heading = useId();
  return (
    <section className="thread" aria-labelledby={heading}>
      <h3 id={heading}>{t('support.thread')}</h3>
      <FailureNotice failure={error && fixedFailure(error, 'support.openFailed')} retry={{ loading, refetch }} />
      {message !== undefined && (
        <>
          {message.thread.length > 0 && (
            // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it
            <ol role="list">
              {message.thread.map((entry) => (
                <ThreadEntry key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
          <ThreadForm about={about} message={message} {...{ thread, replies, onReplied }} />
        </>
      )}
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
