import type { ReactNode } from 'react';
import { QrCode } from '../../ui/qr-code.tsx';
import { Icon } from './icon.tsx';
import { Text, texts } from './texts.tsx';

/** For who reads the page where nobody can call: the way to their phone, and the number to copy. */
export function Desk({ address, phone }: { address: string; phone: string }): ReactNode {
  return (
    <aside className="pp-desk">
      <QrCode text={`${address}?s=qr`} label={address} />
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
