import { firstGap } from '@volant/proto/text/placeholders';
import { Ellipsis } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { dropDraft, readDraft } from '../../api/drafts.ts';
import { parsed } from '../../api/parsed.ts';
import { TABLES, useMedia } from '../../browser/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useDraftKeeper } from '../../ui/use-draft-keeper.ts';
import type { MessageThreadFragment } from './message-thread.generated.ts';
import type { MessageViewFragment } from './message-view.generated.ts';
import type { MessageStatus } from './statuses.ts';
import type { useThread } from './use-thread.ts';
import { useAnnounced, useWriters } from './use-writers.ts';

/**
 * The text being written, and the length of the thread when it was begun or when its writer last saw new entries.
 * Stays while the writer looks at other messages.
 */
const draftSchema = v.object({ text: v.string(), seen: v.number() });
const BLANK = { text: '', seen: 0 };

const CannedPicker = lazyPart(() => import('./canned-picker.tsx'));

/** The field for replies. */
export interface Replies {
  readonly focus: () => void;
}

interface ThreadFormProps {
  readonly about: MessageViewFragment;
  /** Gets the field for replies, if they leave from here. */
  readonly replies: RefObject<Replies | null>;
  readonly onReplied: (status: MessageStatus) => void;
  readonly message: MessageThreadFragment;
  readonly thread: ReturnType<typeof useThread>;
}

/** The composer at the foot of a message. */
export function ThreadForm({ about, message, thread, replies, onReplied }: ThreadFormProps) {
  const { t } = useTranslation();
  const { id, answerable, blocked, language } = message;
  const { busy, failure, reply, note, refetch } = thread;
  const isWide = useMedia(TABLES);
  const name = `thread:${id}`;
  const [draft, setDraft] = useState(() => parsed(draftSchema, readDraft(name)) ?? BLANK);
  const { text, seen } = draft;
  useDraftKeeper(name, text !== '', draft);
  const [gap, setGap] = useState<string>();
  const [canned, setCanned] = useState(false);
  const { field, goTo } = useCaret();
  useImperativeHandle<Replies | null, Replies | null>(
    replies,
    () => (answerable ? { focus: () => field.current?.focus() } : null),
    [answerable, field],
  );
  useAnnounced(id, text);
  const lookAgain = useCallback(() => void refetch().catch(() => {}), [refetch]);
  const writers = useWriters(id, lookAgain);

  const empty = text.trim() === '';
  const write = (next: string) => {
    setGap(undefined);
    setDraft({ text: next, seen: empty ? message.thread.length : seen });
  };
  const clear = () => write('');
  const tellOfMore = (entries: number) => setDraft({ text, seen: entries });
  const send = (status: MessageStatus) => {
    const found = firstGap(text);
    setGap(found?.written);
    const onSent = () => {
      clear();
      // Another message may be opened before the keeper knows.
      dropDraft(name);
      onReplied(status);
    };
    if (found === undefined) return void reply({ message: text, status, seen }, onSent, tellOfMore);
    goTo(found.at, found.written.length);
  };
  const insert = (added: string, replaces: string | undefined) => {
    if (replaces !== undefined && !text.endsWith(replaces)) return;
    const start = replaces === undefined ? text : text.slice(0, -replaces.length);
    const next = start.trim() === '' ? added : `${start.trimEnd()}\n\n${added}`;
    write(next);
    const found = firstGap(next);
    goTo(found?.at ?? next.length, found?.written.length ?? 0);
  };

  const sendAndResolve = () => (empty ? undefined : send('RESOLVED'));
  const addNote = () => (empty ? undefined : note(text, clear));
  const others = [
    ...(isWide ? [] : [{ id: 'resolve', label: t('support.sendAndResolve'), onAction: sendAndResolve }]),
    { id: 'note', label: t('support.addNote'), onAction: addNote },
    ...(canned ? [] : [{ id: 'canned', label: t('support.canned'), onAction: () => setCanned(true) }]),
  ];
  return (
    <form className="composer stack gap-2" onSubmit={(event) => event.preventDefault()}>
      <div role="status" className="thread__writers">
        {writers.map((name) => (
          <p key={name}>{t('support.writing', { name })}</p>
        ))}
      </div>
      {canned && <CannedPicker about={about} language={language} onInsert={insert} onClose={() => setCanned(false)} />}
      <TextArea
        ref={field}
        label={t(answerable ? 'support.write' : 'support.writeNote')}
        hint={t(answerable ? 'support.writeHint' : 'support.noteHint')}
        error={gap && t('support.gap', { gap })}
        rows={2}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <FailureNotice failure={failure} />
      <div className="cluster middle gap-2">
        {answerable ? (
          <>
            <Button busy={busy} idle={empty} onClick={() => send('PENDING')}>
              {t('support.send')}
            </Button>
            {isWide && (
              <Button look="secondary" busy={busy} idle={empty} onClick={sendAndResolve}>
                {t('support.sendAndResolve')}
              </Button>
            )}
            <MenuButton label={t('support.moreWays')} className="icon-button" entries={others}>
              <Ellipsis aria-hidden="true" />
            </MenuButton>
          </>
        ) : (
          <Button busy={busy} idle={empty} onClick={() => void addNote()}>
            {t('support.addNote')}
          </Button>
        )}
      </div>
      {blocked && <p role="status">{t('support.blocked')}</p>}
    </form>
  );
}

/** Selects a part of a field once the field shows its new text. */
function useCaret() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [selected, select] = useState<{ readonly at: number; readonly length: number }>();
  useEffect(() => {
    if (selected === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(selected.at, selected.at + selected.length);
  }, [selected]);
  return { field, goTo: (at: number, length: number) => select({ at, length }) };
}
