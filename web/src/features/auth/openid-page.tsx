import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, type Challenge } from '../../api/api-error.ts';
import { type Failure, failureOf, ownFailure } from '../../api/failure.ts';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { finishAtIssuer, takeFlow } from '../../session/issuer.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeForm } from './code-form.tsx';
import { IssuerButton } from './issuer-button.tsx';
import { SuccessPanel } from './success-panel.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Where the server in which the team signs in sends the browser back to. */
function OpenIdPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { destination, finish } = useSignIn();
  const [challenge, ask] = useState<Challenge>();
  const [failure, setFailure] = useState<Failure>();
  const begun = useRef(false);

  useEffect(() => {
    // An answer counts once, also if the effect runs again.
    if (begun.current) return;
    begun.current = true;
    const flow = takeFlow();
    // The code must not stay in the history.
    void navigate({ search: '' }, { replace: true, state: SAME_SCREEN });
    if (flow === undefined || search === '') {
      setFailure(ownFailure('openid.expired'));
      return;
    }
    finishAtIssuer(flow, search).then(
      (signedIn) => finish(signedIn, false),
      (error: unknown) => {
        if (error instanceof ApiError && error.challenge !== undefined) ask(error.challenge);
        else setFailure(failureOf(error, 'login.failed'));
      },
    );
  }, [finish, navigate, search]);

  const restart = (refused?: Failure) => {
    ask(undefined);
    setFailure(refused ?? ownFailure('openid.expired'));
  };
  return (
    <AuthLayout title={t('openid.title')} lede={t('login.lede')}>
      {destination !== undefined && <SuccessPanel title={t('login.success')} text={t('login.toDesk')} />}
      {destination === undefined && challenge !== undefined && (
        <CodeForm challenge={challenge} onDone={(signedIn) => finish(signedIn, false)} onRestart={restart} />
      )}
      {destination === undefined && challenge === undefined && (
        <div className="form">
          {failure === undefined ? (
            <p role="status">{t('openid.busy')}</p>
          ) : (
            <>
              <FailureNotice failure={failure} />
              <IssuerButton look="primary" label={t('openid.again')} onFailure={setFailure} />
              <ButtonLink look="secondary" to="/login">
                {t('openid.toLogin')}
              </ButtonLink>
            </>
          )}
        </div>
      )}
    </AuthLayout>
  );
}

export { OpenIdPage as Component };
