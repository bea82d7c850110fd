import { Download, Link2, MonitorSmartphone } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ownFailure } from '../../api/failure.ts';
import { followInstallOffer, hasInstallOffer, takeInstallOffer } from '../../browser/install-offer.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useMedia } from '../../browser/use-media.ts';
import { cardLinks } from '../../print/card-link.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { ShowCard } from '../../ui/show-card.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { PageCardFragment } from './page-card.generated.ts';
import './share-dialog.css';

interface ShareDialogProps {
  /** The page to share; undefined closes the dialog. */
  readonly page: Pick<PageCardFragment, 'address' | 'displayName'> | undefined;
  readonly onClose: () => void;
}

/** The page's QR code and address, to show, print, copy or send. */
export default function ShareDialog({ page, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const name = page?.displayName || t('dashboard.untitled');
  return (
    <Dialog title={t('share.title', { name })} close={t('share.close')} open={page !== undefined} onClose={onClose}>
      {page !== undefined && <Ways id={page.address} name={name} />}
    </Dialog>
  );
}

function Ways({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  const { address, printed } = cardLinks(id);

  const { run: save, failure } = useAction(
    async (ending: 'png' | 'svg') => {
      const { pictureFile } = await import('../../print/picture-file.ts');
      saveFile(`volant-${id}.${ending}`, await pictureFile(printed, ending));
    },
    () => ownFailure('share.failed'),
  );

  return (
    <div className="share">
      <QrCode text={printed} label={t('share.qrNamed', { name })} />
      <div className="share__ways">
        <p className="share__address">{address}</p>
        <p className="share__hint">{t('share.hint')}</p>
        <ShowCard {...{ name, printed, address }} label={t('dashboard.showCode')} back={t('dashboard.hideCode')} />
        <CopyButton
          value={address}
          label={t('share.copy')}
          copied={t('share.copied')}
          icon={<Link2 aria-hidden="true" />}
        />
        <SendButton name={name} address={address} />
        <Button look="secondary" icon={Download} onClick={() => void save('png')}>
          {t('share.png')}
        </Button>
        <Button look="secondary" icon={Download} onClick={() => void save('svg')}>
          {t('share.svg')}
        </Button>
        <FailureNotice failure={failure} />
      </div>
      <InstallApp />
    </div>
  );
}

/** Installs Volant as an app. Browsers of an iPhone offer no installation, so there it says how. */
function InstallApp() {
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
