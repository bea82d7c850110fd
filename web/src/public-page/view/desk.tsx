import type { ReactNode } from 'react';
import type { PageTexts } from '../../i18n/texts.ts';
import { Icon } from './icon.tsx';

interface DeskProps {
  readonly address: string;
  readonly code: string;
  readonly phone: string;
  readonly texts: PageTexts;
}

/** For readers on a desktop, who cannot call: a QR code for their phone, and the number to copy. */
export function Desk({ address, code, phone, texts }: DeskProps): ReactNode {
  return (
    <aside className="pp-desk">
      {/* A separate image, so that phones, which do not show it, do not fetch it. */}
      <img className="qr-code" src={code} width="120" height="120" alt={address} loading="lazy" decoding="async" />
      <p>{texts.scan}</p>
      {phone !== '' && (
        <button type="button" data-copy={phone}>
          <Icon name="copy" />
          {texts.copyNumber}
        </button>
      )}
    </aside>
  );
}
