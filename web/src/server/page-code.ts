import { QR_INK, QUICK_MASK, qrSvg } from '../ui/qr-path.ts';

interface Addressed {
  readonly publicId: string;
  /** Scheme and host of the product. */
  readonly origin: string;
}

const pathOf = (publicId: string) => `/d/${encodeURIComponent(publicId)}`;

export const addressOf = ({ publicId, origin }: Addressed): string => `${origin}${pathOf(publicId)}`;

/** Where the gateway answers the picture of a page's code. */
export const codePath = (publicId: string): string => `${pathOf(publicId)}/qr.svg`;

/** The QR code that leads to a page, as a picture of its own. Drawn for each of many that are seldom asked for twice. */
export function renderPageCode(page: Addressed): string {
  return qrSvg(`${addressOf(page)}?s=qr`, { ink: QR_INK, mask: QUICK_MASK });
}
