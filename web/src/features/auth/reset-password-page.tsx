import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf, fieldOf, fixedFailure, ownFailure } from '../../api/failure.ts';
import { refreshUser, resetPassword } from '../../session/auth.ts';
import type { NewPasswordValues } from '../../session/new-account.ts';
import { NewPasswordFields } from '../../session/new-password-fields.tsx';
import { currentSession } from '../../session/session.ts';
import { useLinkToken } from '../../session/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useLater } from '../../ui/use-later.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AuthLayout } from './auth-layout.tsx';
import { checkNewPassword } from './checks.ts';
import { SuccessPanel } from './success-panel.tsx';

const TO_LOGIN_MS = 3_000;

const empty: NewPasswordValues = { password: '', confirmPassword: '' };

function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  useLater(done || undefined, TO_LOGIN_MS, () => void navigate(href('/login'), { replace: true }));

  const finish = () => {
    setDone(true);
    // If the reset was for this browser's user, their session has ended with all others.
    if (currentSession() !== null) void refreshUser();
  };

  if (token === undefined) {
    return (
      <MessageScreen title={t('reset.invalid')} text={t('reset.invalidText')}>
        <ButtonLink to={href('/forgot-password')}>{t('reset.askAgain')}</ButtonLink>
      </MessageScreen>
    );
  }
  return (
    <AuthLayout title={t('reset.title')} lede={t('reset.lede')}>
      {done ? (
        <SuccessPanel title={t('reset.success')} text={t('reset.toLogin')} />
      ) : (
        <ResetForm token={token} onDone={finish} />
      )}
    </AuthLayout>
  );
}

const invalidLink = ownFailure('reset.invalid');

const formField = (path: string) => (path === 'newPassword' ? 'password' : path);

function resetFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    if (error.code === 'RESET_TOKEN_INVALID') return invalidLink;
    // Only the server knows the maximum length and the time to wait.
    if (error.code === 'PASSWORD_LENGTH' || error.status === 429) return failureOf(error, 'reset.failed');
  }
  return fixedFailure(error, 'reset.failed');
}

interface ResetFormProps {
  readonly token: string;
  readonly onDone: () => void;
}

function ResetForm({ token, onDone }: ResetFormProps) {
  const { t } = useTranslation();
  const form = useCheckedForm<NewPasswordValues>(empty, checkNewPassword, formField);
  const { attempt, failure, setFailure, field, submit } = form;
  const { run, busy } = useSingleFlight(async ({ password }: NewPasswordValues) => {
    try {
      await resetPassword(token, password);
      onDone();
    } catch (error) {
      setFailure(resetFailure(error), fieldOf(error, { PASSWORD_LENGTH: 'password' }));
    }
  });

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <FailureNotice
        key={attempt}
        failure={failure}
        actions={
          failure === invalidLink && (
            <ButtonLink look="secondary" to={href('/forgot-password')}>
              {t('reset.askAgain')}
            </ButtonLink>
          )
        }
      />
      <NewPasswordFields
        label={t('credentials.newPassword')}
        password={field('password')}
        confirmation={field('confirmPassword')}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('reset.busy') : t('reset.submit')}
      </Button>
    </form>
  );
}

export { ResetPasswordPage as Component };
