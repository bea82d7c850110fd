import { href } from 'react-router';
import { siteOrigin } from '../browser/site-origin.ts';

export function pageLink(id: string, origin = siteOrigin()): string {
  return new URL(href('/d/:id', { id }), origin).href;
}

/** The address of a page on its card: the parameter distinguishes scans from taps. */
export function cardLink(id: string, source: 'qr' | 'nfc', origin = siteOrigin()): string {
  const url = new URL(pageLink(id, origin));
  url.searchParams.set('s', source);
  return url.href;
}

interface CardLinks {
  readonly address: string;
  /** In codes: counts visits through them as scans. */
  readonly printed: string;
}

/** The links of a card that leave the product. */
export function cardLinks(id: string): CardLinks {
  return { address: pageLink(id), printed: cardLink(id, 'qr') };
}

export interface CardPage {
  readonly id: string;
  readonly displayName: string;
  /** Of its card within the batch. */
  readonly number?: number | undefined;
  readonly state?: string;
}
