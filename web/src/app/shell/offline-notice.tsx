import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export function OfflineNotice() {
  const { t } = useTranslation();
  return (
    <div className="offline" role="status">
      <WifiOff aria-hidden="true" />
      <p>{t('shell.offline')}</p>
    </div>
  );
}
