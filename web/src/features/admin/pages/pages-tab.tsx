import { useTranslation } from 'react-i18next';

export default function PagesTab() {
  const { t } = useTranslation();
  return <h2>{t('admin.tab.pages')}</h2>;
}
