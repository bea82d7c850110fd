import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Text, texts } from './texts.tsx';

interface DeskProps {
  readonly address: string;
  /** Address of the page's QR code. */
  readonly code: string;
  readonly phone: string;
}

/** For readers on a desktop, who cannot call: a QR code for their phone, and the number to copy. */
export function Desk({ address, code, phone }: DeskProps): ReactNode {
  return (
    <aside className="pp-desk">
      {/* A separate image, so that phones, which do not show it, do not fetch it. */}
      <img className="qr-code" src={code} width="120" height="120" alt={address} loading="lazy" decoding="async" />
      <p>
        <Text of={texts.scan} />
      </p>
      {phone !== '' && (
        <button type="button" data-copy={phone}>
          <Icon name="copy" />
          <Text of={texts.copyNumber} />
        </button>
      )}
    </aside>
  );
}
