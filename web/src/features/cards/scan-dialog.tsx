import { cardIdIn } from '@volant/proto/text/card-id';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/text-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { watchQrCodes } from './qr-reader.ts';

interface ScanDialogProps {
  readonly onRead: (id: string) => void;
  readonly onClose: () => void;
}

export default function ScanDialog({ onRead, onClose }: ScanDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('claim.scanTitle')} close={t('claim.scanClose')} onClose={onClose}>
      <Camera
        onCard={(id) => {
          onClose();
          onRead(id);
        }}
      />
    </Dialog>
  );
}

function Camera({ onCard }: { readonly onCard: (id: string) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onCard);
  found.current = onCard;
  const [said, say] = useState<TextKey>('claim.scanHint');

  useEffect(() => {
    const { current: screen } = video;
    if (screen === null) return undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    const letGo = () => {
      gone = true;
      stop?.();
    };
    const tell = (code: string) => {
      if (gone) return;
      // Only codes with a page's address are cards.
      const id = cardIdIn(code);
      if (id === undefined) say('claim.scanOther');
      else {
        letGo();
        found.current(id);
      }
    };
    watchQrCodes(screen, tell).then(
      (end) => {
        stop = end;
        if (gone) end();
      },
      () => say('claim.scanRefused'),
    );
    return letGo;
  }, []);

  return (
    <div className="scan">
      <video ref={video} muted playsInline />
      <p role="status">{t(said)}</p>
    </div>
  );
}
