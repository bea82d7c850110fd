import { cleanLine } from '@volant/proto/text/clean-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, useRouteLoaderData } from 'react-router';
import { ApiError, type Challenge } from '../../api/api-error.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import type { RuntimeConfig } from '../../app/config.ts';
import { logIn } from '../../session/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AuthLayout } from './auth-layout.tsx';
import { checkLogin, type LoginValues } from './checks.ts';
import { CodeForm } from './code-form.tsx';
import { IssuerButton } from './issuer-button.tsx';
import { SuccessPanel } from './success-panel.tsx';
import { useSignIn } from './use-sign-in.ts';

const empty: LoginValues = { email: '', password: '', remember: false };

function LoginPage() {
  const { t } = useTranslation();
  const { destination, finish } = useSignIn();
  return (
    <AuthLayout title={t('login.title')} lede={t('login.lede')}>
      {destination === undefined ? (
        <LoginForm onDone={finish} />
      ) : (
        <SuccessPanel
          title={t('login.success')}
          text={destination === '/dashboard' ? t('login.toDashboard') : t('login.toDesk')}
        />
      )}
    </AuthLayout>
  );
}

function LoginForm({ onDone }: { readonly onDone: ReturnType<typeof useSignIn>['finish'] }) {
  const { t } = useTranslation();
  const { form, attempt, failure, setFailure, field, submit } = useCheckedForm<LoginValues>(empty, checkLogin);
  const issuer = useRouteLoaderData<RuntimeConfig>('root')?.signIn;
  const [challenge, ask] = useState<Challenge>();
  const { run, busy } = useSingleFlight(async (values: LoginValues) => {
    try {
      onDone(await logIn({ ...values, email: cleanLine(values.email) }), values.remember);
    } catch (error) {
      if (error instanceof ApiError && error.challenge !== undefined) ask(error.challenge);
      else setFailure(failureOf(error, 'login.failed'));
    }
  });

  if (challenge !== undefined) {
    const { remember } = form.getValues();
    const restart = (failure?: Failure) => {
      form.setValue('password', '');
      ask(undefined);
      setFailure(failure);
    };
    return <CodeForm challenge={challenge} onDone={(signedIn) => onDone(signedIn, remember)} onRestart={restart} />;
  }
  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <EmailField {...field('email')} autoComplete="username" />
      <PasswordField
        {...field('password')}
        label={t('credentials.password')}
        autoComplete="current-password"
        required
      />
      <p className="form__aside form__aside--of-field">
        <Link to={href('/forgot-password')}>{t('login.forgot')}</Link>
      </p>
      <Checkbox {...form.register('remember')} label={t('login.remember')} hint={t('login.rememberHint')} />
      <Button type="submit" busy={busy}>
        {busy ? t('login.busy') : t('login.submit')}
      </Button>
      {issuer !== undefined && (
        <IssuerButton look="secondary" label={t('login.with', { name: issuer })} onFailure={setFailure} />
      )}
      <p className="form__aside">
        {t('login.noAccount')} <Link to={href('/signup')}>{t('login.toSignup')}</Link>
      </p>
    </form>
  );
}

export { LoginPage as Component };
