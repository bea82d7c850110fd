import { MonitorSmartphone } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { followInstallOffer, hasInstallOffer, takeInstallOffer } from '../../browser/install-offer.ts';
import { useMedia } from '../../browser/use-media.ts';
import { Button } from '../../ui/button.tsx';

/** Installs Volant as an app. Browsers of an iPhone offer no installation, so there it says how. */
export function InstallApp() {
  const { t } = useTranslation();
  const offered = useSyncExternalStore(followInstallOffer, hasInstallOffer);
  const installed = useMedia('(display-mode: standalone)');
  const isApple = 'standalone' in navigator;
  if (installed || !(offered || isApple)) return null;
  return (
    <div className="share__install">
      <p className="share__hint">{t(offered ? 'dashboard.install.why' : 'dashboard.install.onApple')}</p>
      {offered && (
        <Button look="secondary" icon={MonitorSmartphone} onClick={() => void takeInstallOffer()}>
          {t('dashboard.install.button')}
        </Button>
      )}
    </div>
  );
}
