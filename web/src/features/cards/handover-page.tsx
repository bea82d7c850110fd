import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { failureOf } from '../../api/failure.ts';
import { forgetHandover, rememberHandover } from '../../session/pending-page.ts';
import { useLinkToken } from '../../session/use-link-token.ts';
import { useSession } from '../../session/use-session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';

/** The screen of a link that hands a page over. Acts only when its button is pressed. */
function HandoverPage() {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  const token = useLinkToken();
  if (token === undefined) {
    return (
      <MessageScreen title={t('handover.none')} text={t('handover.noneHint')}>
        <ButtonLink to={href('/')}>{t('failure.goHome')}</ButtonLink>
      </MessageScreen>
    );
  }
  const remember = () => rememberHandover(token);
  if (signedIn) return <Acceptance token={token} />;
  return (
    <MessageScreen title={t('handover.title')} text={t('handover.guestText')}>
      <ButtonLink to={href('/login')} onClick={remember}>
        {t('handover.login')}
      </ButtonLink>
      <ButtonLink look="secondary" to={href('/signup')} onClick={remember}>
        {t('handover.signup')}
      </ButtonLink>
    </MessageScreen>
  );
}

function Acceptance({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [ended, setEnded] = useState(false);
  // Whoever decides here needs no way back.
  useEffect(forgetHandover, []);
  const { run, busy, failure } = useAction(
    async () => {
      // Guests, who see this screen too, need no graph client.
      const [{ apolloClient }, { AcceptHandoverDocument }] = await Promise.all([
        import('../../apollo/client.ts'),
        import('./handover-page.generated.ts'),
      ]);
      const { data } = await apolloClient.mutate({
        mutation: AcceptHandoverDocument,
        variables: { token },
        update: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'myPages' }),
      });
      void navigate(href('/editor/:id', { id: data?.acceptHandover.id ?? '' }), { replace: true });
    },
    (error) => {
      setEnded(error instanceof ApiError && ['HANDOVER_NOT_FOUND', 'HANDOVER_OWN'].includes(error.code));
      return failureOf(error, 'handover.failed');
    },
  );
  if (ended) {
    return (
      <MessageScreen title={t('handover.title')}>
        <FailureNotice failure={failure} />
        <ButtonLink to={href('/')}>{t('failure.goHome')}</ButtonLink>
      </MessageScreen>
    );
  }
  return (
    <MessageScreen title={t('handover.title')} text={t('handover.text')}>
      <FailureNotice failure={failure} />
      <Button busy={busy} onClick={() => void run()}>
        {t('handover.accept')}
      </Button>
      <ButtonLink look="secondary" to={href('/dashboard')}>
        {t('handover.notNow')}
      </ButtonLink>
    </MessageScreen>
  );
}

export { HandoverPage as Component };
