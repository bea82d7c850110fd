import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { href, useNavigate } from 'react-router';
import { failureOf, fieldOf } from '../../api/failure.ts';
import { currentSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { type Refusal, useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { DeleteMyAccountDocument } from './delete-dialog.generated.ts';

interface DeleteValues {
  password: string;
}

interface DeleteDialogProps {
  readonly onClose: () => void;
  readonly email: string;
}

function checkDelete({ password }: DeleteValues): Refusal<DeleteValues> | undefined {
  if (password !== '') return undefined;
  return { summary: 'credentials.passwordRequired', fields: { password: 'credentials.passwordRequired' } };
}

/** Lists what will be deleted, and requires the password. */
export default function DeleteDialog({ onClose, email }: DeleteDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('account.deleteTitle')} onClose={onClose} className="account-delete">
      <ul>
        <li>{t('account.deletePages')}</li>
        <li>{t('account.deletePersonal')}</li>
        <li>{t('account.deleteForGood')}</li>
      </ul>
      <DeleteForm email={email} onCancel={onClose} />
    </Dialog>
  );
}

function DeleteForm({ email, onCancel }: { readonly email: string; readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const navigate = useNavigate();
  const checked = useCheckedForm<DeleteValues>({ password: '' }, checkDelete);
  const { attempt, failure, setFailure, field } = checked;

  const { run, busy } = useSingleFlight(async ({ password }: DeleteValues) => {
    try {
      await client.mutate({ mutation: DeleteMyAccountDocument, variables: { password } });
    } catch (error) {
      setFailure(failureOf(error, 'account.deleteFailed'), fieldOf(error, { WRONG_PASSWORD: 'password' }));
      return;
    }
    // That screen ends the session; without one, this screen would redirect home.
    await navigate(href('/account-deleted'), { replace: true, state: { token: currentSession()?.token } });
  });

  return (
    <form className="form" noValidate onSubmit={checked.submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field('password')}
        label={t('account.currentPassword')}
        autoComplete="current-password"
        required
      />
      <div className="modal__actions">
        <Button type="submit" look="danger" busy={busy}>
          {busy ? t('account.deleting') : t('account.deleteConfirm')}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {t('account.keep')}
        </Button>
      </div>
    </form>
  );
}
