import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useRouteError } from 'react-router';
import { isMissingCode, reloadForMissingCode } from '../../browser/missing-code.ts';
import { Button } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

/**
 * Shown if a screen crashed or its code could not be fetched. Reloads once automatically, then shows the error with a
 * button to reload.
 */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const [given, giveUp] = useState<unknown>();
  const trying = isMissingCode(error) && given !== error;

  useEffect(() => {
    if (!isMissingCode(error)) return;
    let live = true;
    void reloadForMissingCode({ requested: false }).then((reloading) => {
      if (live && !reloading) giveUp(error);
    });
    return () => {
      live = false;
    };
  }, [error]);

  if (trying) return <div className="boot" aria-busy="true" />;
  return (
    <main>
      <MessageScreen title={t('failure.brokenTitle')} text={t('failure.brokenText')}>
        <Button onClick={() => window.location.reload()}>{t('failure.reload')}</Button>
        <a className="btn btn--secondary" href={href('/')}>
          {t('failure.goHome')}
        </a>
      </MessageScreen>
    </main>
  );
}
