import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { endSession } from '../../api/session.ts';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

/** The last word after an account was deleted; its session ends here. */
function AccountDeletedPage() {
  const { t } = useTranslation();
  const token: unknown = useLocation().state?.token;
  useEffect(() => {
    // By its token: whoever comes back here in the browser's history may have signed in anew.
    if (typeof token === 'string') endSession('logout', token);
  }, [token]);
  return (
    <MessageScreen title={t('account.deletedTitle')} text={t('account.deletedText')}>
      <ButtonLink to={paths.home}>{t('failure.goHome')}</ButtonLink>
    </MessageScreen>
  );
}

export { AccountDeletedPage as Component };
