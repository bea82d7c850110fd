import { DomainError } from '@volant/infra/errors/domain-error';
import { picturesOf } from '../page/commands/delete-page.ts';
import {
  type Caller,
  type CommandPorts,
  findPage,
  type Handled,
  metaOf,
  sendToPage,
  settled,
} from '../page/commands/page-commands.ts';
import { leads, pageOfCard } from '../page/commands/page-of-card.ts';
import { removeImage } from '../page/commands/pictures.ts';
import { maySee } from '../page/domain/actor.ts';
import { type ExistingPage, ownerOf } from '../page/domain/page.ts';
import type { PageRecord } from '../page/view/page-queries.ts';
import { limitFailures } from './limit-failures.ts';

/** Cards that may lead to one page, its own included. */
export const MAX_CARDS = 20;

/**
 * A page of the caller, or any for administrators.
 * @param reference id in any spelling, or the card's URL
 */
export async function ownPage(ports: CommandPorts, reference: string, caller: Caller): Promise<PageRecord> {
  const record = await findPage(ports, reference);
  if (record?.page.status !== 'owned' || !maySee(caller.actor, record.page)) throw new DomainError('PAGE_NOT_FOUND');
  return record;
}

/** @returns the page that the card leads to */
export async function reportCard(
  ports: CommandPorts,
  type: 'ReportLost' | 'ReportFound',
  reference: string,
  expectedVersion: number | null | undefined,
  caller: Caller,
): Promise<PageRecord> {
  const { page } = await ownPage(ports, reference, caller);
  const command = { type, data: { actor: caller.actor, at: ports.clock().toISOString() } };
  return pageOfCard(ports, await settled(await sendToPage(ports, page.uid, command, caller, expectedVersion), ports));
}

/** Claims an unclaimed card into a page of the caller. */
export async function addCard(
  ports: CommandPorts,
  reference: string,
  card: string,
  caller: Caller,
): Promise<PageRecord> {
  const target = await pageOfCard(ports, await ownPage(ports, reference, caller));
  await settled(await claimInto(ports, target.page, card, caller), ports);
  return target;
}

/**
 * Adds a card to the page of an old one, and retires the old one. If the old one was replaced meanwhile, the new card
 * is given up again; if this process ends in between, both cards lead to the page, and the call can be repeated.
 */
export async function replaceCard(
  ports: CommandPorts,
  reference: string,
  by: string,
  expectedVersion: number | null | undefined,
  caller: Caller,
): Promise<PageRecord> {
  const old = await ownPage(ports, reference, caller);
  const target = await pageOfCard(ports, old);
  if (old.page.card.status === 'REPLACED') {
    // A lost answer can be retried.
    const card = await findPage(ports, by);
    if (card !== undefined && leads(card.page, target.page)) return target;
    throw new DomainError('CARD_REPLACED');
  }
  const added = await claimInto(ports, target.page, by, caller);
  const at = ports.clock().toISOString();
  const data = { actor: caller.actor, by: added.page.publicId, at };
  try {
    const retired = await sendToPage(ports, old.page.uid, { type: 'ReplaceCard', data }, caller, expectedVersion);
    await settled(added, ports);
    return pageOfCard(ports, await settled(retired, ports));
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE' && added.position !== undefined) {
      await sendToPage(ports, added.page.uid, { type: 'GiveUpPage', data: { actor: caller.actor, at } }, caller);
    }
    throw error;
  }
}

async function claimInto(ports: CommandPorts, page: ExistingPage, card: string, caller: Caller): Promise<Handled> {
  const cards = await ports.queries.cardsOf(page.uid);
  if (cards.length + 1 >= MAX_CARDS) throw new DomainError('CARD_LIMIT_REACHED', { limit: MAX_CARDS });
  return limitFailures(ports, caller, async () => {
    const uid = await ports.ids.find(card);
    const ownerId = ownerOf(page);
    if (uid === undefined || ownerId === undefined) throw new DomainError('PAGE_NOT_FOUND');
    const leadsTo = { uid: page.uid, tenure: page.tenure };
    const data = { ownerId, leadsTo, at: ports.clock().toISOString() };
    return sendToPage(ports, uid, { type: 'AddCard', data }, caller);
  });
}

/** Gives a page up with all that its owner wrote; its card can be claimed again. */
export async function giveUpPage(
  ports: CommandPorts,
  reference: string,
  expectedVersion: number | null | undefined,
  caller: Caller,
): Promise<{ readonly id: string }> {
  const { page } = await ownPage(ports, reference, caller);
  const { uid } = page;
  await refuseOtherCards(ports, uid);
  const data = { actor: caller.actor, at: ports.clock().toISOString() };
  await withoutPictures(ports, uid, caller, () =>
    sendToPage(ports, uid, { type: 'GiveUpPage', data }, caller, expectedVersion),
  );
  return { id: page.publicId };
}

/** Other cards would lead to a page without an owner, or to a stranger's. */
export async function refuseOtherCards(ports: CommandPorts, uid: string): Promise<void> {
  if (await hasOtherCards(ports, uid)) throw new DomainError('PAGE_HAS_CARDS');
}

export async function hasOtherCards(ports: CommandPorts, uid: string): Promise<boolean> {
  return (await ports.queries.cardsOf(uid)).length > 0;
}

/** Sends a command after which a page has another owner or none, and deletes the pictures that it showed. */
export async function withoutPictures(
  ports: CommandPorts,
  uid: string,
  caller: Caller,
  send: () => Promise<Handled>,
): Promise<PageRecord> {
  // Before the history is erased, which tells which pictures to delete. The maintenance run deletes those that are left.
  const pictures = await picturesOf(ports.eventStore, uid);
  const record = await settled(await send(), ports);
  const unused = await ports.queries.unusedBut(pictures, undefined);
  for (const path of unused) await removeImage(ports, path, metaOf(caller));
  return record;
}
