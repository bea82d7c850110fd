import { type ReactNode, useId } from 'react';
import { QR_INK, qrPath } from './qr-path.ts';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** `L` for a long text on a screen, whose modules would be too small otherwise. */
  readonly level?: 'L' | 'H';
}

/** A QR code, dark on white in both themes and in browsers that darken pages by themselves, as scanners require. */
export function QrCode({ text, label, level }: QrCodeProps): ReactNode {
  const { size, path } = qrPath(text, undefined, level);
  const ink = useId();
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <linearGradient id={ink}>
        <stop stopColor={QR_INK} />
      </linearGradient>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      {/* Behind a proxy the server's origin may differ from the browser's; keep the server's. */}
      <path fill={`url(#${ink})`} d={path} suppressHydrationWarning />
    </svg>
  );
}
