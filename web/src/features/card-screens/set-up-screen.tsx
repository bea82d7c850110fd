import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { useSession } from '../../api/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { CardFrame } from './card-frame.tsx';

/** A card with an owner but without a name for its page yet. */
export function SetUpScreen({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  return (
    <CardFrame>
      <MessageScreen title={t('card.setUp')} text={t(signedIn ? 'card.setUpHint' : 'card.setUpGuestHint')}>
        {signedIn ? (
          <ButtonLink to={href('/editor/:id', { id })}>{t('card.setUpEdit')}</ButtonLink>
        ) : (
          <ButtonLink to={href('/login')}>{t('card.setUpLogin')}</ButtonLink>
        )}
        <ButtonLink look="secondary" to={href('/')}>
          {t('failure.goHome')}
        </ButtonLink>
      </MessageScreen>
    </CardFrame>
  );
}
