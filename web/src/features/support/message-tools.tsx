import { Check, Mail } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdmin } from '../../session/roles.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { MessageViewFragment } from './message-view.generated.ts';
import { replyLink } from './reply-link.ts';
import { STATUSES } from './statuses.ts';
import type { Replies } from './thread-form.tsx';
import type { useMessageActions } from './use-message-actions.ts';

const MessageAssign = lazyPart(() => import('./message-assign.tsx'));

type Actions = ReturnType<typeof useMessageActions>;

interface MessageToolsProps {
  readonly message: MessageViewFragment;
  readonly actions: Actions;
  /** The field for replies, if they leave from here. */
  readonly replies: RefObject<Replies | null>;
  readonly onResolved: () => void;
}

/** The next steps of a message: first handle, then reply, then resolve. */
export function MessageTools({ message, actions, replies, onResolved }: MessageToolsProps) {
  const { t } = useTranslation();
  const { handle, assign, changeStatus, busy } = actions;
  const me = useSession()?.user;
  const { email, status, handler } = message;
  const resolved = status === 'RESOLVED';
  const handling = handler === null && !resolved;
  const reply = useRef<HTMLAnchorElement>(null);
  const resolve = () => {
    if (!resolved) void changeStatus('RESOLVED', onResolved);
  };
  useShortcuts({ e: resolve, r: () => (replies.current === null ? reply.current?.click() : replies.current.focus()) });
  return (
    <div className="message__tools">
      <div className="cluster middle gap-3">
        {handling && (
          <Button busy={busy} onClick={() => void handle()}>
            {t('support.handle')}
          </Button>
        )}
        {email !== '' && (
          <a
            ref={reply}
            className={`btn btn--${handling || resolved ? 'secondary' : 'primary'}`}
            href={replyLink(message)}
          >
            <Mail aria-hidden="true" />
            {t('support.reply')}
          </a>
        )}
        {!resolved && (
          <Button look="secondary" icon={Check} onClick={resolve}>
            {t('support.resolve')}
          </Button>
        )}
        {email !== '' && <CopyButton value={email} label={t('contactInfo.copyEmail')} />}
        {handler === null && resolved && (
          <Button look="quiet" busy={busy} onClick={() => void handle()}>
            {t('support.handle')}
          </Button>
        )}
        {handler !== null && me !== undefined && handler.id !== me.id && isAdmin(me.role) && (
          <Button look="quiet" busy={busy} onClick={() => void assign(me.id)}>
            {t('support.takeOver')}
          </Button>
        )}
      </div>
      <MessageCare message={message} actions={actions} />
    </div>
  );
}

interface MessageCareProps {
  readonly message: MessageViewFragment;
  readonly actions: Actions;
}

/** Who handles the message, and how far the work is. */
function MessageCare({ message: { handler, status }, actions: { assign, changeStatus } }: MessageCareProps) {
  const { t } = useTranslation();
  const me = useSession()?.user;
  const statuses = t('support.status', { returnObjects: true });
  const [assigning, setAssigning] = useState<boolean>();
  return (
    <div className="message__care cluster middle gap-3">
      <p className="message__handler">
        {handler === null
          ? t('support.unhandled')
          : handler.id === me?.id
            ? t('support.mine')
            : t('support.handledBy', { name: handler.username })}
      </p>
      {me !== undefined && isAdmin(me.role) && !assigning && (
        // The focus comes back when somebody was chosen, or nobody.
        <Button look="quiet" autoFocus={assigning === false} onClick={() => setAssigning(true)}>
          {t('support.assign')}
        </Button>
      )}
      {assigning && (
        <MessageAssign
          handlerId={handler?.id}
          onChoose={(userId) => {
            setAssigning(false);
            void assign(userId);
          }}
          onClose={() => setAssigning(false)}
        />
      )}
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
  );
}
