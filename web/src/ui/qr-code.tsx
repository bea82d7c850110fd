import type { ReactNode } from 'react';
import { QR_INK, qrPath } from './qr-path.ts';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A QR code, dark on white by day and by night, as readers want it. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const { size, path } = qrPath(text);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      {/* Where a proxy has another name for the site than its visitors, the server's is the one that is printed. */}
      <path fill={QR_INK} d={path} suppressHydrationWarning />
    </svg>
  );
}
