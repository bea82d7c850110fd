import type { ReactNode } from 'react';
import { QrCode } from '../../ui/qr-code.tsx';
import { QUICK_MASK } from '../../ui/qr-path.ts';
import { Icon } from './icon.tsx';
import { Text, texts } from './texts.tsx';

/** For who reads the page where nobody can call: the way to their phone, and the number to copy. */
export function Desk({ address, phone }: { address: string; phone: string }): ReactNode {
  return (
    <aside className="pp-desk">
      {/* Drawn for each of many pages that are seldom asked for twice. */}
      <QrCode text={`${address}?s=qr`} label={address} mask={QUICK_MASK} />
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
