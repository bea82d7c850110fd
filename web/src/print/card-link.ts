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

export interface CardPage {
  readonly id: string;
  readonly displayName: string;
  /** Of its card within the batch. */
  readonly number?: number | undefined;
  readonly state?: string;
}
