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

/** Longest id that is printed whole. */
const LONGEST_SHORT = 12;

/** Enough of an id to tell the cards of a batch apart. Ids chosen by people differ at their end. */
export function shortId(id: string): string {
  return id.length <= LONGEST_SHORT ? id : id.slice(-6);
}

/** Stands on the back of a card and in the list of chips to write, so that both can be compared. */
export function cardReference({ id, number }: CardPage): string {
  return number === undefined ? shortId(id) : `${number} · ${shortId(id)}`;
}
