import type { CardPage } from './card-link.ts';

/** Enough of an id to tell the cards of a batch apart. Ids chosen by people differ at their end. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : id.slice(-6);
}

/** Stands on the back of a card and in the list of chips to write, so that both can be compared. */
export function cardReference({ id, number }: CardPage): string {
  return number === undefined ? shortId(id) : `${number} · ${shortId(id)}`;
}
