import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { answerSecondFactor, type SignedIn } from '../../api/auth.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Refusal, useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

interface CodeValues {
  code: string;
}

interface CodeFormProps {
  readonly challenge: string;
  readonly onDone: (signedIn: SignedIn) => void;
  /** Back to the password, with the reason if the challenge is over. */
  readonly onRestart: (failure?: Failure) => void;
}

function checkCode({ code }: CodeValues): Refusal<CodeValues> | undefined {
  return code.trim() === '' ? { summary: 'login.codeEmpty', fields: { code: 'login.codeEmpty' } } : undefined;
}

/** The second step of a log-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ challenge, onDone, onRestart }: CodeFormProps) {
  const { t } = useTranslation();
  const { form, attempt, failure, setFailure, errorOf, submit } = useCheckedForm<CodeValues>({ code: '' }, checkCode);
  useEffect(() => form.setFocus('code'), [form]);
  const { run, busy } = useSingleFlight(async ({ code }: CodeValues) => {
    try {
      onDone(await answerSecondFactor(challenge, code.trim()));
    } catch (error) {
      const refused = failureOf(error, 'login.failed');
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_EXPIRED') onRestart(refused);
      else setFailure(refused);
    }
  });

  return (
    <form className="form" noValidate onSubmit={submit(run)}>
      <FailureNotice key={attempt} failure={failure} />
      <TextField
        {...form.register('code')}
        label={t('login.code')}
        hint={t('login.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
        error={errorOf('code')}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('login.codeBusy') : t('login.codeSubmit')}
      </Button>
      <Button look="quiet" onClick={() => onRestart()}>
        {t('login.again')}
      </Button>
    </form>
  );
}
