import { useApolloClient } from '@apollo/client/react';
import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { failureOf, fieldOf, fixedFailure } from '../../api/failure.ts';
import { NewPasswordFields } from '../../session/new-password-fields.tsx';
import { isAdmin } from '../../session/roles.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useAskBeforeClosing } from '../../ui/use-draft-keeper.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AccountSection } from './account-section.tsx';
import { checkPasswords, type PasswordValues } from './account-values.ts';
import { ChangePasswordDocument } from './password-section.generated.ts';

const empty: PasswordValues = { currentPassword: '', password: '', confirmPassword: '' };

const FIELD_OF: Readonly<Record<string, keyof PasswordValues>> = {
  WRONG_PASSWORD: 'currentPassword',
  PASSWORD_LENGTH: 'password',
};

interface PasswordSectionProps {
  readonly email: string;
  /** Receives whether unsaved passwords are typed. */
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Collapsed by default, because passwords are rarely changed. */
export function PasswordSection({ email, onUnsaved }: PasswordSectionProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [changed, setChanged] = useState(false);
  const role = useSession()?.user.role;
  const [revokeTokens, setRevokeTokens] = useState(false);
  const checked = useCheckedForm<PasswordValues>(empty, checkPasswords);
  const { form, values, attempt, failure, setFailure, field } = checked;

  const dirty = Object.values(values).some((text) => text !== '');
  // Passwords are never stored as drafts: the browser asks before they are lost.
  useAskBeforeClosing(dirty);
  useLayoutEffect(() => onUnsaved(dirty), [onUnsaved, dirty]);

  const refuse = (error: unknown) => {
    const field = fieldOf(error, FIELD_OF);
    const waits = error instanceof ApiError && error.status === 429;
    // The error is shown at the field; only the server knows the time to wait.
    if (field !== undefined) setFailure(failureOf(error, 'account.passwordFailed'), field);
    setFailure(waits ? failureOf(error, 'account.passwordFailed') : fixedFailure(error, 'account.passwordFailed'));
  };

  const { run, busy } = useSingleFlight(async ({ currentPassword, password }: PasswordValues) => {
    setChanged(false);
    try {
      await client.mutate({
        mutation: ChangePasswordDocument,
        variables: { input: { currentPassword, newPassword: password, ...(revokeTokens && { revokeTokens }) } },
      });
      form.reset(empty);
      setRevokeTokens(false);
      setChanged(true);
    } catch (error) {
      refuse(error);
    }
  });

  return (
    <AccountSection id="password" title={t('account.password')} hint={t('account.passwordHint')}>
      <details className="account-fold">
        <summary className="btn btn--secondary">
          {t('account.changePassword')}
          <ChevronDown aria-hidden="true" />
        </summary>
        <form className="form" noValidate onSubmit={checked.submit(run)}>
          <FailureNotice key={attempt} failure={failure} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...field('currentPassword')}
            label={t('account.currentPassword')}
            autoComplete="current-password"
            required
          />
          <NewPasswordFields
            label={t('credentials.newPassword')}
            password={field('password')}
            confirmation={field('confirmPassword')}
          />
          {role !== undefined && isAdmin(role) && (
            <Checkbox
              checked={revokeTokens}
              onChange={({ target }) => setRevokeTokens(target.checked)}
              label={t('account.revokeTokens')}
              hint={t('account.revokeTokensHint')}
            />
          )}
          <div className="account__save cluster middle gap-3">
            <Button type="submit" busy={busy}>
              {busy ? t('account.saving') : t('account.savePassword')}
            </Button>
            <div role="status">{changed && <Notice tone="success" text={t('account.passwordChanged')} />}</div>
          </div>
        </form>
      </details>
    </AccountSection>
  );
}
