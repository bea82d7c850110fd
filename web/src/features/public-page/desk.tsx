import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Text, texts } from './texts.tsx';

interface DeskProps {
  readonly address: string;
  /** Where the page's code is drawn. */
  readonly code: string;
  readonly phone: string;
}

/** For who reads the page where nobody can call: the way to their phone, and the number to copy. */
export function Desk({ address, code, phone }: DeskProps): ReactNode {
  return (
    <aside className="pp-desk">
      {/* A picture of its own, which phones never fetch: it is not shown there. */}
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
