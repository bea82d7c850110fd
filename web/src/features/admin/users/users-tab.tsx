import { useTranslation } from 'react-i18next';

export default function UsersTab() {
  const { t } = useTranslation();
  return <h2>{t('admin.tab.users')}</h2>;
}
