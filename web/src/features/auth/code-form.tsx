import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Challenge } from '../../api/api-error.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { hasPasskeys, provePasskey } from '../../browser/passkeys.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { answerSecondFactor, type SecondFactorAnswer, type SignedIn } from '../../session/auth.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, type CodeValues, checkCode } from '../../ui/code-field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

interface CodeFormProps {
  readonly challenge: Challenge;
  readonly onDone: (signedIn: SignedIn) => void;
  /** Back to the password, with the reason if the challenge is over. */
  readonly onRestart: (failure?: Failure) => void;
}

const check = checkCode('login.codeEmpty');

/** The second step of a log-in: a passkey if the account has one, a code of the authenticator app, or a recovery code. */
export function CodeForm({ challenge: { text: challenge, passkey }, onDone, onRestart }: CodeFormProps) {
  const { t } = useTranslation();
  const { form, attempt, failure, setFailure, field, submit } = useCheckedForm<CodeValues>({ code: '' }, check);
  const passkeyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (passkeyButton.current === null) form.setFocus('code');
    else passkeyButton.current.focus();
  }, [form]);

  const open = async (answer: () => Promise<SecondFactorAnswer>, failed: TextKey) => {
    try {
      onDone(await answerSecondFactor(challenge, await answer()));
    } catch (error) {
      const refused = failureOf(error, failed);
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_EXPIRED') onRestart(refused);
      else setFailure(refused);
    }
  };
  const byCode = useSingleFlight(({ code }: CodeValues) => open(async () => ({ code: code.trim() }), 'login.failed'));
  const byPasskey = useSingleFlight(async (options: string) => {
    setFailure(undefined);
    await open(async () => ({ passkey: await provePasskey(options) }), 'login.passkeyFailed');
  });
  const offered = passkey !== undefined && hasPasskeys();

  return (
    <form className="form" noValidate onSubmit={submit(byCode.run)}>
      <FailureNotice key={attempt} failure={failure} />
      {offered && (
        <Button ref={passkeyButton} busy={byPasskey.busy} onClick={() => void byPasskey.run(passkey)}>
          {byPasskey.busy ? t('login.codeBusy') : t('login.passkey')}
        </Button>
      )}
      <CodeField {...field('code')} label={t('login.code')} hint={t('login.codeHint')} />
      <Button type="submit" look={offered ? 'secondary' : 'primary'} busy={byCode.busy}>
        {byCode.busy ? t('login.codeBusy') : t('login.codeSubmit')}
      </Button>
      <Button look="quiet" onClick={() => onRestart()}>
        {t('login.again')}
      </Button>
    </form>
  );
}
