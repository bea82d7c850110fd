import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useCheckedForm, useSend } from '../../../ui/use-checked-form.ts';
import { ChangeBatchNoteDocument } from './batch.generated.ts';

interface NoteDialogProps {
  readonly batch: string;
  readonly note: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Changes the note of a batch; without one it has no name in the list. */
export default function NoteDialog({ batch: id, note, onSaved, onClose }: NoteDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const checked = useCheckedForm({ note }, () => undefined);
  const { attempt, failure, field, submit } = checked;
  const { run, busy } = useSend(checked, 'adminBatches.noteFailed', async (values) => {
    await client.mutate({ mutation: ChangeBatchNoteDocument, variables: { id, ...values } });
    onSaved();
    onClose();
  });
  return (
    // A tap outside must not lose what was typed.
    <Dialog title={t('adminBatches.noteChange')} close={t('adminCards.close')} dismissable={false} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit(run)}>
        <FailureNotice key={attempt} failure={failure} />
        <TextField
          {...field('note')}
          label={t('adminBatches.noteHead')}
          hint={t('adminBatches.noteHint')}
          autoComplete="off"
          autoFocus
        />
        <div className="modal__actions">
          <Button type="submit" busy={busy}>
            {t('adminBatches.noteSave')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
