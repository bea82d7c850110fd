import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import type { MessageThreadFragment } from './message-thread.generated.ts';
import { useThread } from './use-thread.ts';
import './message-thread.css';

const LONGEST = 10_000;

/** Replies, answers and notes below a message, and the field to write the next one. */
export function MessageThread({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const thread = useThread(id);
  const { message, error, loading, refetch } = thread;
  const heading = useId();
  return (
    <section className="thread" aria-labelledby={heading}>
      <h3 id={heading}>{t('support.thread')}</h3>
      {error !== undefined && (
        <FailureNotice failure={fixedFailure(error, 'support.openFailed')} retry={{ loading, refetch }} />
      )}
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
          <ThreadForm message={message} thread={thread} />
        </>
      )}
    </section>
  );
}

function ThreadEntry({ entry }: { readonly entry: MessageThreadFragment['thread'][number] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, body, quoted, attachments, createdAt, author, from } = entry;
  return (
    <li className="thread__entry" data-kind={kind}>
      <p className="thread__head">
        <strong>{t('support.entries', { returnObjects: true })[kind]}</strong> <bdi>{author?.username ?? from}</bdi>{' '}
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

interface ThreadFormProps {
  readonly message: MessageThreadFragment;
  readonly thread: ReturnType<typeof useThread>;
}

function ThreadForm({ message, thread }: ThreadFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { answerable, blocked } = message;
  const { busy, failure, reply, note, block, keepUnread } = thread;
  const empty = text.trim() === '';
  const clear = () => setText('');
  return (
    <form className="thread__form" onSubmit={(event) => event.preventDefault()}>
      <TextArea
        label={t(answerable ? 'support.write' : 'support.writeNote')}
        hint={t(answerable ? 'support.writeHint' : 'support.noteHint')}
        rows={5}
        maxLength={LONGEST}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FailureNotice failure={failure} />
      <div className="message__actions">
        {answerable && (
          <>
            <Button busy={busy || empty} onClick={() => void reply(text, 'PENDING', clear)}>
              {t('support.send')}
            </Button>
            <Button look="secondary" busy={busy || empty} onClick={() => void reply(text, 'RESOLVED', clear)}>
              {t('support.sendAndResolve')}
            </Button>
          </>
        )}
        <Button look="secondary" busy={busy || empty} onClick={() => void note(text, clear)}>
          {t('support.addNote')}
        </Button>
      </div>
      <div className="message__actions">
        <Button look="quiet" busy={busy} onClick={() => void keepUnread()}>
          {t('support.markUnread')}
        </Button>
        <Button look="quiet" busy={busy} onClick={() => void block(!blocked)}>
          {t(blocked ? 'support.unblock' : 'support.block')}
        </Button>
      </div>
      {blocked && <p role="status">{t('support.blocked')}</p>}
    </form>
  );
}
