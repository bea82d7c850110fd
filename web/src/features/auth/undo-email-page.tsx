import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { refreshUser, undoEmailChange } from '../../api/auth.ts';
import { type Failure, failureOf, fixedFailure, ownFailure } from '../../api/failure.ts';
import { currentSession } from '../../api/session.ts';
import { paths } from '../../app/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SuccessPanel } from './success-panel.tsx';
import { useLinkToken } from './use-link-token.ts';

const FINAL: Readonly<Record<string, Failure>> = {
  EMAIL_UNDO_INVALID: ownFailure('undoEmail.invalid'),
  EMAIL_UNDO_USED: ownFailure('undoEmail.used'),
  EMAIL_UNDO_EXPIRED: ownFailure('undoEmail.expired'),
};

/** What another try with the same link would not change. */
function finalFailure(error: unknown): Failure | undefined {
  return error instanceof ApiError ? FINAL[error.code ?? ''] : undefined;
}

function UndoEmailPage() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const [final, setFinal] = useState(token === undefined ? FINAL.EMAIL_UNDO_INVALID : undefined);
  const [failure, setFailure] = useState<Failure>();
  // Only at a press: mail programs open links by themselves.
  const { run, busy } = useSingleFlight(async () => {
    if (token === undefined) return;
    setFailure(undefined);
    try {
      await undoEmailChange(token);
      setDone(true);
      // If it was this browser's person, their session has ended with all others.
      if (currentSession() !== null) void refreshUser();
    } catch (error) {
      const forGood = finalFailure(error);
      const waits = error instanceof ApiError && error.status === 429;
      if (forGood !== undefined) setFinal(forGood);
      else setFailure(waits ? failureOf(error, 'undoEmail.failed') : fixedFailure(error, 'undoEmail.failed'));
    }
  });
  const choosePassword = <ButtonLink to={paths.forgotPassword}>{t('undoEmail.choosePassword')}</ButtonLink>;

  return (
    <AuthLayout title={t('undoEmail.title')} lede={t('undoEmail.lede')}>
      {done ? (
        <SuccessPanel title={t('undoEmail.success')} text={t('undoEmail.next')}>
          {choosePassword}
        </SuccessPanel>
      ) : (
        <div className="form">
          <FailureNotice
            failure={final ?? failure}
            actions={
              final === FINAL.EMAIL_UNDO_USED ? (
                choosePassword
              ) : (
                <ButtonLink look="secondary" to={paths.contact}>
                  {t('undoEmail.write')}
                </ButtonLink>
              )
            }
          />
          <Button type="button" busy={busy} disabled={final !== undefined} onClick={() => void run()}>
            {busy ? t('undoEmail.busy') : t('undoEmail.submit')}
          </Button>
        </div>
      )}
    </AuthLayout>
  );
}

export { UndoEmailPage as Component };
