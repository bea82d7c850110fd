import { href } from 'react-router';
import { siteOrigin } from './site-origin.ts';

export interface CardLinks {
  readonly address: string;
  /** In codes: counts visits through them as scans. */
  readonly printed: string;
}

/** The links of a card that leave the product. */
export function cardLinks(id: string): CardLinks {
  const address = new URL(href('/d/:id', { id }), siteOrigin()).href;
  return { address, printed: `${address}?s=qr` };
}
