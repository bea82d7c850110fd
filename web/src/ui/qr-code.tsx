import type { ReactNode } from 'react';
import { QR_INK, qrPath } from './qr-path.ts';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A QR code, dark on white in both themes, as scanners require. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const { size, path } = qrPath(text);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      {/* Behind a proxy the server's origin may differ from the browser's; keep the server's. */}
      <path fill={QR_INK} d={path} suppressHydrationWarning />
    </svg>
  );
}
