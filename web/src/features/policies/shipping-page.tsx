import { useTranslation } from 'react-i18next';
import { PolicyPage } from './policy-page.tsx';

/** Delivery and refunds are one text at two addresses. */
export function Component() {
  const { t } = useTranslation();
  return <PolicyPage name="refund" documentTitle={t('policy.shippingTitle')} />;
}
