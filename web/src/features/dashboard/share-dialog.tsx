import { Download, Link2, Send } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ownFailure } from '../../api/failure.ts';
import { keepOffline } from '../../browser/keep-offline.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { qrPath, qrSvg } from '../../ui/qr-path.ts';
import { useAction } from '../../ui/use-action.ts';
import type { PageCardFragment } from './page-card.generated.ts';
import { ShowCard } from './show-card.tsx';
import './share-dialog.css';

/** Enough for a code of 8 cm at 300 dpi. */
const PIXELS = 1_000;

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
  const address = new URL(href('/d/:id', { id }), window.location.origin).href;
  // The code on the screen has to show without a network, too.
  useEffect(() => void keepOffline('/dashboard', [href('/dashboard')]), []);
  /** Counts visits through the printed code as scans. */
  const printed = `${address}?s=qr`;

  const { run: savePng, failure } = useAction(
    async () => saveFile(`volant-${id}.png`, await pngOf(printed)),
    () => ownFailure('share.failed'),
  );
  const saveSvg = () => saveFile(`volant-${id}.svg`, new Blob([qrSvg(printed)], { type: 'image/svg+xml' }));
  // Cancelling the system's share sheet is not an error.
  const send = () => void navigator.share({ title: name, url: address }).catch(() => undefined);

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
        {'share' in navigator && (
          <Button look="secondary" onClick={send}>
            <Send aria-hidden="true" />
            {t('share.send')}
          </Button>
        )}
        <Button look="secondary" onClick={() => void savePng()}>
          <Download aria-hidden="true" />
          {t('share.png')}
        </Button>
        <Button look="secondary" onClick={saveSvg}>
          <Download aria-hidden="true" />
          {t('share.svg')}
        </Button>
        <FailureNotice failure={failure} />
      </div>
    </div>
  );
}

/** A QR code as PNG, with a whole number of pixels per module. */
async function pngOf(text: string): Promise<Blob> {
  const { size, path } = qrPath(text);
  const scale = Math.ceil(PIXELS / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser draws no pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser makes no picture');
  return blob;
}
