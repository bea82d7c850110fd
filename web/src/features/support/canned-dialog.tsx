import { useApolloClient, useQuery } from '@apollo/client/react';
import { LANGUAGES } from '@volant/proto/text/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { dropDraft, readDraft } from '../../api/drafts.ts';
import { failureOf, fixedFailure } from '../../api/failure.ts';
import { parsed } from '../../api/parsed.ts';
import { Button } from '../../ui/button.tsx';
import { confirmed } from '../../ui/confirmed.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { RestoredNotice } from '../../ui/restored-notice.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useDraftKeeper } from '../../ui/use-draft-keeper.ts';
import {
  CannedRepliesDocument,
  type CannedReplyFragment,
  ChangeCannedReplyDocument,
  CreateCannedReplyDocument,
  DeleteCannedReplyDocument,
} from './canned-replies.generated.ts';
import { MAIL_LANGUAGES } from './mail-languages.ts';
import './canned.css';

const draftSchema = v.object({ name: v.string(), texts: v.record(v.string(), v.string()) });
type CannedDraft = v.InferOutput<typeof draftSchema>;

type Edited = CannedReplyFragment | 'new' | undefined;

/** The canned replies, to write, rewrite and delete them. */
export default function CannedDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Edited>();
  const { data, error, loading, refetch } = useQuery(CannedRepliesDocument, { fetchPolicy: 'cache-first' });
  const readAgain = async () => {
    await refetch().catch(() => {});
    setEdited(undefined);
  };
  return (
    // A tap outside must not lose what was typed.
    <Dialog
      title={t(
        edited === undefined ? 'support.cannedTitle' : edited === 'new' ? 'support.cannedNew' : 'support.cannedEdit',
      )}
      close={t('support.cannedClose')}
      dismissable={edited === undefined}
      look="modal--wide"
      onClose={onClose}
    >
      <FailureNotice failure={error && fixedFailure(error, 'support.cannedFailed')} retry={{ loading, refetch }} />
      {edited === undefined ? (
        <CannedList replies={data?.cannedReplies} onEdit={setEdited} onDeleted={readAgain} />
      ) : (
        <CannedForm
          reply={edited === 'new' ? undefined : edited}
          onSaved={readAgain}
          onCancel={() => setEdited(undefined)}
        />
      )}
    </Dialog>
  );
}

interface CannedListProps {
  readonly replies: readonly CannedReplyFragment[] | undefined;
  readonly onEdit: (edited: Edited) => void;
  readonly onDeleted: () => Promise<void>;
}

function CannedList({ replies, onEdit, onDeleted }: CannedListProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const remove = useAction(
    async ({ id, name }: CannedReplyFragment) => {
      const question = { text: t('support.cannedConfirm', { name }), action: t('support.cannedDelete') };
      if (!(await confirmed({ ...question, danger: true }))) return;
      await client.mutate({ mutation: DeleteCannedReplyDocument, variables: { id } });
      await onDeleted();
    },
    (error) => failureOf(error, 'support.cannedNotDeleted'),
  );
  return (
    <>
      <FailureNotice failure={remove.failure} />
      {replies?.length === 0 && <p>{t('support.cannedEmpty')}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul role="list" className="canned-list stack gap-3">
        {replies?.map((reply) => (
          <li key={reply.id}>
            <p>
              <strong dir="auto">{reply.name}</strong>{' '}
              <span>
                {MAIL_LANGUAGES.flatMap(([language, name]) =>
                  reply.texts.some((one) => one.language === language) ? [name] : [],
                ).join(' · ')}
              </span>
            </p>
            <div className="modal__actions">
              <Button
                look="secondary"
                aria-label={t('support.cannedEditOf', { name: reply.name })}
                onClick={() => onEdit(reply)}
              >
                {t('support.cannedEditShort')}
              </Button>
              <Button
                look="quiet"
                busy={remove.busy}
                aria-label={t('support.cannedDeleteOf', { name: reply.name })}
                onClick={() => void remove.run(reply)}
              >
                {t('support.cannedDelete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="modal__actions">
        <Button onClick={() => onEdit('new')}>{t('support.cannedNew')}</Button>
      </div>
    </>
  );
}

interface CannedFormProps {
  readonly reply: CannedReplyFragment | undefined;
  readonly onSaved: () => Promise<void>;
  readonly onCancel: () => void;
}

function CannedForm({ reply, onSaved, onCancel }: CannedFormProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const start: CannedDraft = {
    name: reply?.name ?? '',
    texts: Object.fromEntries((reply?.texts ?? []).map(({ language, text }) => [language, text])),
  };
  const draftName = `canned:${reply?.id ?? 'new'}`;
  const [restored, setRestored] = useState(() => parsed(draftSchema, readDraft(draftName)));
  const [draft, setDraft] = useState(restored ?? start);
  const { name, texts } = draft;
  useDraftKeeper(draftName, JSON.stringify(draft) !== JSON.stringify(start), draft);
  const save = useAction(
    async () => {
      const input = { name, texts: MAIL_LANGUAGES.map(([language]) => ({ language, text: texts[language] ?? '' })) };
      await (reply === undefined
        ? client.mutate({ mutation: CreateCannedReplyDocument, variables: { input } })
        : client.mutate({ mutation: ChangeCannedReplyDocument, variables: { id: reply.id, input } }));
      dropDraft(draftName);
      await onSaved();
    },
    (error) => failureOf(error, 'support.cannedNotSaved'),
  );
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React hands it on to the form that the dialog was opened from.
        event.stopPropagation();
        void save.run();
      }}
    >
      {restored !== undefined && (
        <RestoredNotice
          onDiscard={() => {
            setDraft(start);
            setRestored(undefined);
          }}
        />
      )}
      <FailureNotice failure={save.failure} />
      <TextField
        label={t('support.cannedName')}
        hint={t('support.cannedNameHint')}
        autoFocus
        value={name}
        onChange={({ target }) => setDraft({ texts, name: target.value })}
      />
      <p className="field__hint">{t('support.placeholders')}</p>
      {MAIL_LANGUAGES.map(([language]) => (
        <TextArea
          key={language}
          label={t('support.cannedText', { language: LANGUAGES[language].name })}
          lang={language}
          rows={6}
          value={texts[language] ?? ''}
          onChange={({ target }) => setDraft({ name, texts: { ...texts, [language]: target.value } })}
        />
      ))}
      <div className="modal__actions">
        <Button type="submit" busy={save.busy}>
          {t('support.cannedSave')}
        </Button>
        <Button
          look="secondary"
          onClick={() => {
            dropDraft(draftName);
            onCancel();
          }}
        >
          {t('support.cannedCancel')}
        </Button>
      </div>
    </form>
  );
}
