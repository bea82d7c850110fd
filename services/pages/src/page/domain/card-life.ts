import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf } from '@volant/infra/event-store/command-handler';
import { type Actor, maySee } from './actor.ts';
import type { PageEvent } from './events.ts';
import { type Card, type ExistingPage, exists, type Handover, type OwnedPage, type Page } from './page.ts';
import { refuseSealed } from './sealed.ts';

export interface CardCommands {
  /** The caller gives their page up; anybody who has the card may claim it then. */
  readonly GiveUpPage: { readonly actor: Actor; readonly at: string };
  readonly OfferHandover: Handover & { readonly actor: Actor; readonly at: string };
  readonly WithdrawHandover: { readonly actor: Actor; readonly at: string };
  readonly AcceptHandover: { readonly userId: string; readonly secretHash: string; readonly at: string };
  /** Claims an unclaimed card into another page of the caller. */
  readonly AddCard: {
    readonly ownerId: string;
    readonly leadsTo: NonNullable<Card['leadsTo']>;
    readonly at: string;
  };
  readonly ReportLost: { readonly actor: Actor; readonly at: string };
  readonly ReportFound: { readonly actor: Actor; readonly at: string };
  /** Retires a card after another one was added for its page. */
  readonly ReplaceCard: { readonly actor: Actor; readonly by: string; readonly at: string };
}

/** Events of a command about the card of a page: lost, found, replaced, given up, handed over, or added to a page. */
export function decideCard(command: CommandOf<CardCommands>, page: Page): readonly PageEvent[] {
  switch (command.type) {
    case 'GiveUpPage':
      return releasing(held(command, page), command.data.at);
    case 'OfferHandover':
      return offerHandover(held(command, page), command.data, command.data.at);
    case 'WithdrawHandover':
      return withdrawHandover(held(command, page), command.data.at);
    case 'AcceptHandover':
      return acceptHandover(unsealed(page), command.data);
    case 'AddCard':
      return addCard(unsealed(page), command.data);
    case 'ReportLost':
      return reportLost(held(command, page), command.data.at);
    case 'ReportFound':
      return reportFound(held(command, page), command.data.at);
    case 'ReplaceCard':
      return replaceCard(held(command, page), command.data.by, command.data.at);
  }
}

/** A page for its owner or an administrator. */
function held({ data: { actor } }: { readonly data: { readonly actor: Actor } }, page: Page): OwnedPage {
  if (page.status !== 'owned' || !maySee(actor, page)) throw new DomainError('PAGE_NOT_FOUND');
  refuseSealed(page);
  return page;
}

function unsealed(page: Page): Page {
  if (exists(page)) refuseSealed(page);
  return page;
}

/** A block outlasts its owner: leaving and coming back does not lift it. */
export function releasing(page: ExistingPage, at: string): readonly PageEvent[] {
  const released: PageEvent = { type: 'PageReleased', data: { releasedAt: at } };
  return page.state === 'DEACTIVATED'
    ? [released, { type: 'PageStateChanged', data: { state: 'DEACTIVATED' } }]
    : [released];
}

function reportLost({ card }: OwnedPage, lostAt: string): readonly PageEvent[] {
  refuseReplaced(card);
  return card.status === 'LOST' ? [] : [{ type: 'CardLost', data: { lostAt } }];
}

function reportFound({ card }: OwnedPage, foundAt: string): readonly PageEvent[] {
  refuseReplaced(card);
  return card.status === 'LOST' ? [{ type: 'CardFound', data: { foundAt } }] : [];
}

/** A lost card may be replaced; a replaced one stays so. */
function replaceCard({ card }: OwnedPage, by: string, replacedAt: string): readonly PageEvent[] {
  refuseReplaced(card);
  return [{ type: 'CardReplaced', data: { by, replacedAt } }];
}

/** A new link replaces the one before. */
function offerHandover(
  { card, state }: OwnedPage,
  { secretHash, expiresAt }: Handover,
  offeredAt: string,
): readonly PageEvent[] {
  if (state === 'DEACTIVATED') throw new DomainError('PAGE_DEACTIVATED');
  if (card.status === 'LOST') throw new DomainError('CARD_LOST');
  refuseReplaced(card);
  return [{ type: 'HandoverOffered', data: { secretHash, expiresAt, offeredAt } }];
}

function withdrawHandover({ handover }: OwnedPage, withdrawnAt: string): readonly PageEvent[] {
  return handover === null ? [] : [{ type: 'HandoverWithdrawn', data: { withdrawnAt } }];
}

/** Says the same of every link that does not work, so that it tells nothing about the page. */
function acceptHandover(page: Page, { userId, secretHash, at }: CardCommands['AcceptHandover']): readonly PageEvent[] {
  if (page.status !== 'owned') throw new DomainError('HANDOVER_NOT_FOUND');
  const { handover, state } = page;
  if (page.ownerId === userId) {
    if (handover?.secretHash === secretHash) throw new DomainError('HANDOVER_OWN');
    // A lost answer can be retried, as with a claim.
    return [];
  }
  if (handover?.secretHash !== secretHash || handover.expiresAt <= at || state === 'DEACTIVATED') {
    throw new DomainError('HANDOVER_NOT_FOUND');
  }
  return [{ type: 'PageHandedOver', data: { ownerId: userId, claimedAt: at } }];
}

/** The same rules as a claim: the first caller wins, and the present owner may repeat it. */
function addCard(page: Page, { ownerId, leadsTo, at }: CardCommands['AddCard']): readonly PageEvent[] {
  if (!exists(page)) throw new DomainError('PAGE_NOT_FOUND');
  if (page.status === 'owned') {
    const before = page.card.leadsTo;
    if (page.ownerId === ownerId && before?.uid === leadsTo.uid && before.tenure === leadsTo.tenure) return [];
    throw new DomainError('PAGE_ALREADY_CLAIMED');
  }
  if (page.state === 'INACTIVE' || page.state === 'DEACTIVATED') throw new DomainError('PAGE_INACTIVE');
  return [{ type: 'CardAdded', data: { ownerId, leadsTo, addedAt: at } }];
}

function refuseReplaced({ status }: Card): void {
  if (status === 'REPLACED') throw new DomainError('CARD_REPLACED');
}
