import { ArrowLeft, Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { To } from 'react-router';
import { isAdmin } from '../../api/roles.ts';
import { useSession } from '../../api/use-session.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { MessageViewFragment } from './message-view.generated.ts';
import { replyLink } from './reply-link.ts';
import { STATUSES } from './statuses.ts';
import { useMessageActions } from './use-message-actions.ts';

interface MessageViewProps {
  readonly message: MessageViewFragment;
  /** Address of the list, for the back link on phones. */
  readonly back: To;
}

/** A message, its handler, and the next step: first handle, then reply. */
export function MessageView({ message, back }: MessageViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const statuses = t('support.status', { returnObjects: true });
  const { failure, handle, takeOver, changeStatus, busy } = useMessageActions(message);
  const me = useSession()?.user;
  const { id, subject, name, email, body, status, createdAt, handler } = message;
  const mine = handler !== null && handler.id === me?.id;

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
      <FailureNotice failure={failure} />
      <p className="message__body" dir="auto">
        {body}
      </p>
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
      <div className="message__actions">
        {handler === null && (
          <Button busy={busy} onClick={() => void handle()}>
            {t('support.handle')}
          </Button>
        )}
        <a className={`btn btn--${handler === null ? 'secondary' : 'primary'}`} href={replyLink(message)}>
          <Mail aria-hidden="true" />
          {t('support.reply')}
        </a>
        <CopyButton value={email} label={t('contactInfo.copyEmail')} />
        {handler !== null && !mine && me !== undefined && isAdmin(me.role) && (
          <Button look="quiet" busy={busy} onClick={() => void takeOver(me.id)}>
            {t('support.takeOver')}
          </Button>
        )}
      </div>
    </article>
  );
}
