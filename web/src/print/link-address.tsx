import { useTranslation } from 'react-i18next';
import { isLoopback, siteOrigin } from '../browser/site-origin.ts';
import { Notice } from '../ui/notice.tsx';

/** Shows where printed and written links lead, because they cannot be changed afterwards. */
export function LinkAddress() {
  const { t } = useTranslation();
  const origin = siteOrigin();
  const address = (
    <>
      {t('adminCards.address')} <strong dir="ltr">{origin}</strong>
    </>
  );
  if (!isLoopback(origin)) return <p>{address}</p>;
  return (
    <Notice tone="danger" text={t('adminCards.onlyHere')}>
      <p>{address}</p>
      <p>{t('adminCards.onlyHereHint')}</p>
    </Notice>
  );
}
