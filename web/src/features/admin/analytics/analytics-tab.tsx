import { useTranslation } from 'react-i18next';

export default function AnalyticsTab() {
  const { t } = useTranslation();
  return <h2>{t('admin.tab.analytics')}</h2>;
}
