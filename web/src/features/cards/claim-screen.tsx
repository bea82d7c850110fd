import { useTranslation } from 'react-i18next';
import { href, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { failureOf, ownFailure } from '../../api/failure.ts';
import { claim } from '../../session/claim.ts';
import { rememberPendingPage } from '../../session/pending-page.ts';
import { useSession } from '../../session/use-session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SoloCard } from '../../ui/card-art.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CardFrame } from './card-frame.tsx';

/** An unowned card: the holder can claim it. */
export function ClaimScreen({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  return (
    <CardFrame>
      <div className="claim-screen page">
        <div className="claim-screen__art">
          <SoloCard />
        </div>
        <div className="claim-screen__text stack gap-4">
          <PageHeading title={t('claimScreen.title')} className="screen-title" />
          <p>{signedIn ? t('claimScreen.text') : t('claimScreen.guestText')}</p>
          <p className="claim-screen__id">
            {t('claimScreen.id')}{' '}
            <code translate="no" dir="ltr">
              {id}
            </code>
          </p>
          {signedIn ? <ClaimNow id={id} /> : <SignInFirst id={id} />}
          {!signedIn && <ForPassengers />}
        </div>
      </div>
    </CardFrame>
  );
}

function ClaimNow({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run, busy, failure } = useAction(
    async () => {
      await claim(id);
      await navigate(href('/dashboard'));
    },
    (error) => {
      const { status, code }: Partial<ApiError> = error instanceof ApiError ? error : {};
      // The driver pressed to claim it, so log in and claim it then.
      if (status === 401) {
        rememberPendingPage(id);
        void navigate(href('/login'));
      }
      return code === 'PAGE_ALREADY_CLAIMED'
        ? ownFailure('claimScreen.alreadyClaimed')
        : failureOf(error, 'claimScreen.failed');
    },
  );
  return (
    <>
      <FailureNotice failure={failure} />
      <div className="message-screen__actions">
        <Button busy={busy} onClick={() => void run()}>
          {busy ? t('claimScreen.busy') : t('claimScreen.claim')}
        </Button>
      </div>
    </>
  );
}

/** Passengers scan a card before its driver has claimed it, too. */
function ForPassengers() {
  const { t } = useTranslation();
  return (
    <section className="claim-screen__passenger stack at-start gap-2" aria-labelledby="passenger-title">
      <h2 id="passenger-title">{t('claimScreen.passenger')}</h2>
      <p>{t('claimScreen.passengerText')}</p>
      <ButtonLink look="secondary" to={href('/')}>
        {t('failure.goHome')}
      </ButtonLink>
    </section>
  );
}

/** Remembers the page, which is claimed after the sign-in. */
function SignInFirst({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const go = (to: string) => () => {
    rememberPendingPage(id);
    void navigate(to);
  };
  return (
    <div className="message-screen__actions">
      <Button onClick={go(href('/signup'))}>{t('claimScreen.signup')}</Button>
      <Button look="secondary" onClick={go(href('/login'))}>
        {t('claimScreen.login')}
      </Button>
    </div>
  );
}
