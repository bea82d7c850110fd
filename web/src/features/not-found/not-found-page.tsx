import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessageScreen title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to={paths.home}>{t('failure.goHome')}</ButtonLink>
    </MessageScreen>
  );
}

export { NotFoundPage as Component };
