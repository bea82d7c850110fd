import { qrSvg } from '../../ui/qr-path.ts';

interface Addressed {
  readonly publicId: string;
  /** Scheme and host of the product. */
  readonly origin: string;
}

/** Path of a page; the files of a page begin with it. */
export const pathOf = (publicId: string) => `/d/${encodeURIComponent(publicId)}`;

export const addressOf = ({ publicId, origin }: Addressed): string => `${origin}${pathOf(publicId)}`;

/** Path at which the gateway serves the picture of a page's QR code. */
export const codePath = (publicId: string): string => `${pathOf(publicId)}/qr.svg`;

/** Path at which the gateway serves the picture of a page. */
export const picturePath = (publicId: string): string => `${pathOf(publicId)}/card.jpg`;

/**
 * The QR code of a page as an SVG file. Uses the quick mask, because there are many pages and each code is rarely
 * requested twice.
 */
export function renderPageCode(page: Addressed): string {
  return qrSvg(`${addressOf(page)}?s=qr`);
}
