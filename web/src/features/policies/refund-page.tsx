import { useTranslation } from 'react-i18next';
import { PolicyPage } from './policy-page.tsx';

export function Component() {
  const { t } = useTranslation();
  return <PolicyPage name="refund" documentTitle={t('policy.refundTitle')} />;
}
