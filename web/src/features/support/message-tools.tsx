import { Ellipsis } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../browser/clipboard.ts';
import { isAdmin } from '../../session/roles.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { MessageViewFragment } from './message-view.generated.ts';
import { replyLink } from './reply-link.ts';
import { STATUSES } from './statuses.ts';
import type { Replies } from './thread-form.tsx';
import type { useMessageActions } from './use-message-actions.ts';
import type { useThread } from './use-thread.ts';

const MessageAssign = lazyPart(() => import('./message-assign.tsx'));

type Actions = ReturnType<typeof useMessageActions>;

interface MessageMenuProps {
  readonly message: MessageViewFragment;
  readonly actions: Actions;
  readonly thread: ReturnType<typeof useThread>;
  /** The field for replies, if they leave from here. */
  readonly replies: RefObject<Replies | null>;
  readonly onAssign: () => void;
}

/** What is rarely done with a message. */
export function MessageMenu({ message, actions: { assign }, thread, replies, onAssign }: MessageMenuProps) {
  const { t } = useTranslation();
  const me = useSession()?.user;
  const { email, handler } = message;
  const { message: read, keepUnread, block } = thread;
  const [copied, setCopied] = useState<boolean>();
  const menu = useRef<HTMLDivElement>(null);
  const link = replyLink(message);
  useShortcuts({
    r: () =>
      replies.current === null
        ? menu.current?.querySelector<HTMLElement>('a[href^="mailto:"]')?.click()
        : replies.current.focus(),
  });
  const admin = me !== undefined && isAdmin(me.role);
  const takes = admin && handler !== null && handler.id !== me.id;
  return (
    <div ref={menu} className="message__menu">
      <p role="status">{copied !== undefined && t(copied ? 'copy.copied' : 'copy.notCopied')}</p>
      <MenuButton
        label={t('support.moreOf')}
        className="icon-button"
        entries={[
          ...(email === ''
            ? []
            : [
                { id: 'reply', label: t('support.reply'), href: link },
                {
                  id: 'copy',
                  label: t('support.copyEmail'),
                  onAction: async () => setCopied(await copyText(email)),
                },
              ]),
          ...(takes ? [{ id: 'take', label: t('support.takeOver'), onAction: () => assign(me.id) }] : []),
          ...(admin ? [{ id: 'assign', label: t('support.assign'), onAction: onAssign }] : []),
          ...(read === undefined
            ? []
            : [
                { id: 'unread', label: t('support.markUnread'), onAction: keepUnread },
                {
                  id: 'block',
                  label: t(read.blocked ? 'support.unblock' : 'support.block'),
                  danger: !read.blocked,
                  onAction: () => block(!read.blocked),
                },
              ]),
        ]}
      >
        <Ellipsis aria-hidden="true" />
      </MenuButton>
    </div>
  );
}

interface MessageCareProps {
  readonly message: MessageViewFragment;
  readonly actions: Actions;
  readonly onResolved: () => void;
  /** Whether somebody is being chosen to handle it. */
  readonly assigning: boolean;
  readonly onAssigned: () => void;
}

/** Who handles the message, and how far the work is. */
export function MessageCare(props: MessageCareProps) {
  const { message, actions, onResolved, assigning, onAssigned } = props;
  const { handler, status } = message;
  const { handle, assign, changeStatus, busy } = actions;
  const { t } = useTranslation();
  const me = useSession()?.user;
  const statuses = t('support.status', { returnObjects: true });
  useShortcuts({
    e: () => {
      if (status !== 'RESOLVED') void changeStatus('RESOLVED', onResolved);
    },
  });
  return (
    <div className="message__care cluster middle gap-3">
      {handler === null ? (
        <Button look={status === 'RESOLVED' ? 'quiet' : 'secondary'} busy={busy} onClick={() => void handle()}>
          {t('support.handle')}
        </Button>
      ) : (
        <p className="message__handler">
          {handler.id === me?.id ? t('support.mine') : t('support.handledBy', { name: handler.username })}
        </p>
      )}
      {assigning && (
        <MessageAssign
          handlerId={handler?.id}
          onChoose={(userId) => {
            onAssigned();
            void assign(userId);
          }}
          onClose={onAssigned}
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
