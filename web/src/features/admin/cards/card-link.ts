import { href } from 'react-router';

/** The public address of a page. */
export function pageLink(id: string, origin = window.location.origin): string {
  return new URL(href('/d/:id', { id }), origin).href;
}

/** The address of a page on its card: the parameter distinguishes scans from taps. */
export function cardLink(id: string, source: 'qr' | 'nfc', origin = window.location.origin): string {
  const url = new URL(pageLink(id, origin));
  url.searchParams.set('s', source);
  return url.href;
}

/** A page that gets a card. */
export interface CardPage {
  readonly id: string;
  readonly displayName: string;
}
