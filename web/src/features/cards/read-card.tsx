import { ClipboardPaste, ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readsQrCodes } from '../../browser/qr-reader.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import './read-card.css';

// Load the camera dialog on demand.
const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'));

/** Whether the browser can read the clipboard. Server-rendered documents assume that it can, as most do. */
function pastes(): boolean {
  return typeof document === 'undefined' || ('clipboard' in navigator && 'readText' in navigator.clipboard);
}

/** Alternatives to typing the id: pasting, and the camera if the browser reads QR codes. */
export function ReadCard({ onRead }: { readonly onRead: (text: string) => void }) {
  const { t } = useTranslation();
  const [scanning, setScanning] = useState(false);
  const [refused, setRefused] = useState(false);
  const paste = async () => {
    setRefused(false);
    try {
      onRead(await navigator.clipboard.readText());
    } catch {
      setRefused(true);
    }
  };
  return (
    <div className="read-card">
      {pastes() && (
        <Button look="secondary" icon={ClipboardPaste} onClick={() => void paste()}>
          {t('claim.paste')}
        </Button>
      )}
      {readsQrCodes() && (
        <Button look="secondary" icon={ScanQrCode} aria-haspopup="dialog" onClick={() => setScanning(true)}>
          {t('claim.scan')}
        </Button>
      )}
      <p className="read-card__refused" role="status">
        {refused && t('claim.pasteRefused')}
      </p>
      {scanning && <ScanDialog onRead={onRead} onClose={() => setScanning(false)} />}
    </div>
  );
}
