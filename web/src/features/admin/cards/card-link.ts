import { paths } from '../../../app/paths.ts';

/** The address of a page as a card carries it: it says how it was opened, so that scans and taps are told apart. */
export function cardLink(id: string, source: 'qr' | 'nfc'): string {
  const url = new URL(paths.publicPage(id), window.location.origin);
  url.searchParams.set('s', source);
  return url.href;
}

/** A page whose card is to be made. */
export interface CardPage {
  readonly id: string;
  readonly displayName: string;
}
