import { cleanLine } from '@volant/proto/text/clean-text';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf, ownFailure } from '../../api/failure.ts';
import { requestPasswordReset } from '../../session/auth.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AuthLayout } from './auth-layout.tsx';
import { checkForgot, type ForgotValues } from './checks.ts';
import { SuccessPanel } from './success-panel.tsx';

function ForgotPasswordPage() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const finish = (address: string) => {
    setEmail(address);
    setSent(true);
  };
  return (
    <AuthLayout title={t('forgot.title')} lede={t('forgot.lede')}>
      {sent ? (
        <SuccessPanel
          icon={MailCheck}
          title={t('forgot.sentTitle')}
          text={t('forgot.sentText', { email })}
          hint={t('forgot.sentHint')}
        >
          <ButtonLink to={href('/login')}>{t('forgot.backToLogin')}</ButtonLink>
          <Button look="quiet" onClick={() => setSent(false)}>
            {t('forgot.otherAddress')}
          </Button>
        </SuccessPanel>
      ) : (
        <ForgotForm email={email} onSent={finish} />
      )}
    </AuthLayout>
  );
}

function forgotFailure(error: unknown): Failure {
  if (error instanceof ApiError && error.status === 404) return ownFailure('forgot.unknown');
  return failureOf(error, 'forgot.failed');
}

/** Whether the error can be fixed by correcting the address. */
function concernsAddress(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'EMAIL_INVALID');
}

interface ForgotFormProps {
  /** The address of a previous attempt, to be corrected; focused then. */
  readonly email: string;
  readonly onSent: (email: string) => void;
}

function ForgotForm({ email, onSent }: ForgotFormProps) {
  const { t } = useTranslation();
  const checked = useCheckedForm<ForgotValues>({ email }, checkForgot);
  const { attempt, failure, setFailure, field, submit } = checked;
  const { run, busy } = useSingleFlight(async (values: ForgotValues) => {
    const address = cleanLine(values.email);
    try {
      await requestPasswordReset(address);
      onSent(address);
    } catch (error) {
      setFailure(forgotFailure(error), concernsAddress(error) ? 'email' : undefined);
    }
  });

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <EmailField {...field('email')} autoComplete="username" autoFocus={email !== ''} />
      <Button type="submit" busy={busy}>
        {busy ? t('forgot.busy') : t('forgot.submit')}
      </Button>
      <p className="form__aside">
        {t('forgot.remembered')} <Link to={href('/login')}>{t('forgot.toLogin')}</Link>
      </p>
    </form>
  );
}

export { ForgotPasswordPage as Component };
