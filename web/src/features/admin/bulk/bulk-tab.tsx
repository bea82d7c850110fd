import { useTranslation } from 'react-i18next';

export default function BulkTab() {
  const { t } = useTranslation();
  return <h2>{t('admin.tab.bulk')}</h2>;
}
