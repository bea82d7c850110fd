import * as v from 'valibot';
import { parsed } from '../api/parsed.ts';
import { readJson, writeJson } from '../browser/storage.ts';
import { CARDS_PREFIX, currentSession } from '../session/session.ts';

/*
 * The pages of the driver as of the last visit, for showing their codes without a network. Only what is public is stored,
 * by user, until the session ends.
 */

export interface OfflineCard {
  readonly id: string;
  readonly displayName: string;
  readonly address: string;
  /** Drivers of VTC make booking vouchers, without a network too. */
  readonly trade?: string | undefined;
}

const cardsSchema = v.array(
  v.object({ id: v.string(), displayName: v.string(), address: v.string(), trade: v.optional(v.string()) }),
);
/** As many as a driver may create; fewer than an administrator may own. */
const MOST = 20;

const keyOf = (user: string) => CARDS_PREFIX + user;

export function keepCards(pages: readonly OfflineCard[]): void {
  const session = currentSession();
  if (session === null) return;
  const cards = pages
    .slice(0, MOST)
    .map(({ id, displayName, address, trade }) => ({ id, displayName, address, trade }));
  writeJson('local', keyOf(session.user.id), cards);
}

/** In front of those stored before. */
export function keepCard(card: OfflineCard): void {
  keepCards([card, ...offlineCards().filter(({ id }) => id !== card.id)]);
}

export function offlineCards(): readonly OfflineCard[] {
  const session = currentSession();
  return (session && parsed(cardsSchema, readJson('local', keyOf(session.user.id)))) ?? [];
}
