import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { paths } from '../paths.ts';

/** A screen that broke, or whose code could not be fetched: say so, and offer to load it again. */
export function RouteError() {
  const { t } = useTranslation();
  return (
    <main>
      <MessageScreen title={t('failure.brokenTitle')} text={t('failure.brokenText')}>
        <Button onClick={() => window.location.reload()}>{t('failure.reload')}</Button>
        <a className="btn btn--secondary" href={paths.home}>
          {t('failure.goHome')}
        </a>
      </MessageScreen>
    </main>
  );
}
