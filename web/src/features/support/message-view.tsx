import { ArrowLeft, Check, Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { To } from 'react-router';
import { isAdmin } from '../../api/roles.ts';
import { useSession } from '../../api/use-session.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { MessageSender } from './message-sender.tsx';
import type { MessageViewFragment } from './message-view.generated.ts';
import { replyLink } from './reply-link.ts';
import { STATUSES } from './statuses.ts';
import { useMessageActions } from './use-message-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface MessageViewProps {
  readonly message: MessageViewFragment;
  /** Address of the list, for the back link on phones. */
  readonly back: To;
  /** Called when the server has marked the message as resolved. */
  readonly onResolved: () => void;
}

/** A message, its handler, and the next step: first handle, then reply. Actions come first, so that none is below the fold. */
export function MessageView({ message, back, onResolved }: MessageViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const statuses = t('support.status', { returnObjects: true });
  const { failure, handle, takeOver, changeStatus, busy } = useMessageActions(message);
  const me = useSession()?.user;
  const { id, subject, name, email, body, status, createdAt, handler, sender } = message;
  const mine = handler !== null && handler.id === me?.id;

  const admin = me !== undefined && isAdmin(me.role);
  const resolved = status === 'RESOLVED';
  const handling = handler === null && !resolved;

  const reply = useRef<HTMLAnchorElement>(null);
  const resolve = () => {
    if (!resolved) void changeStatus('RESOLVED', onResolved);
  };
  useShortcuts({ e: resolve, r: () => reply.current?.click() });

  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus the heading of each newly shown message
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);

  return (
    <article className="message" aria-labelledby={`message-${id}`}>
      <ButtonLink look="quiet" to={back} className="message__back">
        <ArrowLeft aria-hidden="true" />
        {t('support.back')}
      </ButtonLink>
      <header className="message__head">
        <h2 id={`message-${id}`} ref={heading} tabIndex={-1} dir="auto">
          {subject}
        </h2>
        <p className="message__from">
          <strong dir="auto">{name}</strong> <span>{email}</span>
        </p>
        <p className="message__date">{t('support.zone', { moment: format.dayAndTime(createdAt) })}</p>
      </header>
      <div className="message__tools">
        <div className="message__actions">
          {handling && (
            <Button busy={busy} onClick={() => void handle()}>
              {t('support.handle')}
            </Button>
          )}
          <a
            ref={reply}
            className={`btn btn--${handling || resolved ? 'secondary' : 'primary'}`}
            href={replyLink(message)}
          >
            <Mail aria-hidden="true" />
            {t('support.reply')}
          </a>
          {!resolved && (
            <Button look="secondary" onClick={resolve}>
              <Check aria-hidden="true" />
              {t('support.resolve')}
            </Button>
          )}
          <CopyButton value={email} label={t('contactInfo.copyEmail')} />
          {handler === null && resolved && (
            <Button look="quiet" busy={busy} onClick={() => void handle()}>
              {t('support.handle')}
            </Button>
          )}
          {handler !== null && !mine && admin && (
            <Button look="quiet" busy={busy} onClick={() => void takeOver(me.id)}>
              {t('support.takeOver')}
            </Button>
          )}
        </div>
        <div className="message__care">
          <p className="message__handler">
            {handler === null
              ? t('support.unhandled')
              : mine
                ? t('support.mine')
                : t('support.handledBy', { name: handler.username })}
          </p>
          <label className="message__status">
            <span>{t('support.statusLabel')}</span>
            <select
              value={status}
              onChange={({ target }) => {
                const next = STATUSES.find((one) => one === target.value);
                if (next !== undefined) void changeStatus(next);
              }}
            >
              {STATUSES.map((one) => (
                <option key={one} value={one}>
                  {statuses[one]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <FailureNotice failure={failure} />
      <p className="message__body" dir="auto">
        {body}
      </p>
      {sender !== null && <MessageSender key={id} messageId={id} senderId={sender.id} admin={admin} />}
    </article>
  );
}
