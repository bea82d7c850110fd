import { cleanLine } from '@volant/proto/text/clean-text';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { NO_SUCCESS_FLAG, signUp } from '../../session/auth.ts';
import { MIN_USERNAME } from '../../session/new-account.ts';
import { NewPasswordFields } from '../../session/new-password-fields.tsx';
import { useLinkToken } from '../../session/use-link-token.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCheckedForm, useSend } from '../../ui/use-checked-form.ts';
import { AuthLayout } from './auth-layout.tsx';
import { checkSignup, type SignupValues } from './checks.ts';
import { SuccessPanel } from './success-panel.tsx';
import { useSignIn } from './use-sign-in.ts';

const empty: SignupValues = { email: '', username: '', password: '', confirmPassword: '' };

function SignupPage() {
  const { t } = useTranslation();
  const { destination, finish } = useSignIn();
  const firstLink = useLinkToken();
  // The document is rendered without the link: what differs from it at first would replace the fields, and what was
  // typed in them.
  const [isFirst, setFirst] = useState(false);
  useEffect(() => setFirst(firstLink !== undefined), [firstLink]);
  return (
    <AuthLayout title={t('signup.title')} lede={t(isFirst ? 'login.firstAdministrator' : 'signup.lede')}>
      {destination !== undefined ? (
        <SuccessPanel
          title={t('signup.success')}
          text={t(destination === '/dashboard' ? 'login.toDashboard' : 'login.toDesk')}
        />
      ) : (
        <SignupForm onDone={finish} firstLink={firstLink} />
      )}
    </AuthLayout>
  );
}

function signupFailure(error: unknown): Failure {
  const unflagged = error instanceof ApiError && error.code === NO_SUCCESS_FLAG;
  return failureOf(error, unflagged ? 'signup.noSuccessFlag' : 'signup.failed');
}

interface SignupFormProps {
  readonly onDone: ReturnType<typeof useSignIn>['finish'];
  readonly firstLink: string | undefined;
}

function SignupForm({ onDone, firstLink }: SignupFormProps) {
  const { t } = useTranslation();
  const checked = useCheckedForm<SignupValues>(empty, checkSignup);
  const { attempt, failure, field, submit } = checked;
  const { run, busy } = useSend(checked, signupFailure, async ({ email, username, password }) => {
    onDone(await signUp({ email: cleanLine(email), username: cleanLine(username), password, firstLink }), true);
  });

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <EmailField {...field('email')} autoComplete="email" />
      <TextField
        {...field('username')}
        label={t('credentials.username')}
        hint={t('credentials.usernameHint')}
        autoComplete="nickname"
        autoCapitalize="none"
        minLength={MIN_USERNAME}
        required
      />
      <NewPasswordFields
        label={t('credentials.password')}
        password={field('password')}
        confirmation={field('confirmPassword')}
      />
      <p className="form__terms">
        <LinkedText
          text={t('signup.terms')}
          addresses={{ terms: href('/terms-of-service'), privacy: href('/privacy-policy') }}
        />
      </p>
      <Button type="submit" busy={busy}>
        {busy ? t('signup.busy') : t('signup.submit')}
      </Button>
      <p className="form__aside">
        {t('signup.haveAccount')} <Link to={href('/login')}>{t('signup.toLogin')}</Link>
      </p>
    </form>
  );
}

interface LinkedTextProps {
  readonly text: string;
  readonly addresses: Readonly<Record<string, string>>;
}

/** Renders `<name>words</name>` in a text as links. The `Trans` of react-i18next would add 4 KB to every screen. */
function LinkedText({ text, addresses }: LinkedTextProps) {
  // `split` yields text, name, words, text, name, words, text.
  const parts = text.split(/<(\w{1,20})>([^<]{1,200})<\/\w{1,20}>/);
  return parts.map((part, place) => {
    if (place % 3 === 0) return part;
    if (place % 3 === 2) return null;
    return (
      <Link key={part} to={addresses[part] ?? ''} target="_blank">
        {parts[place + 1]}
      </Link>
    );
  });
}

export { SignupPage as Component };
