import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useLocation } from 'react-router';
import { endSession } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

/** Confirmation after an account was deleted; its session ends here. */
function AccountDeletedPage() {
  const { t } = useTranslation();
  const token: unknown = useLocation().state?.token;
  useEffect(() => {
    // End it by token: a user who returns here through the browser history may have signed in again.
    if (typeof token === 'string') endSession('logout', token);
  }, [token]);
  return (
    <MessageScreen title={t('account.deletedTitle')} text={t('account.deletedText')}>
      <ButtonLink to={href('/')}>{t('failure.goHome')}</ButtonLink>
    </MessageScreen>
  );
}

export { AccountDeletedPage as Component };
