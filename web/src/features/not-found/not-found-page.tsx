import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessageScreen title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to={href('/')}>{t('failure.goHome')}</ButtonLink>
    </MessageScreen>
  );
}

export { NotFoundPage as Component };
