import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import type { PageCreated, PageEvent, PageRestored } from './events.ts';
import {
  type Card,
  type ExistingPage,
  exists,
  NEW_CARD,
  type OwnedPage,
  type Page,
  type PageState,
  type UnownedPage,
} from './page.ts';
import { isMadeBySystem } from './page-id.ts';

/**
 * The page after an event.
 * @throws if the event cannot have happened to this page: its stream is broken
 */
export function evolve(page: Page, event: PageEvent): Page {
  if (event.type === 'PageCreated') {
    const { ownerId, state, ...facts } = event.data;
    const named = ownerId !== null && facts.displayName !== '' && (facts.origin === 'driver' || !isOfBatch(facts));
    const created: UnownedPage = {
      ...facts,
      named,
      status: 'unowned',
      state,
      previousIds: [],
      tenure: 0,
      card: NEW_CARD,
      handover: null,
      sealed: false,
    };
    return ownerId === null ? created : owned(created, ownerId, facts.createdAt, state);
  }
  if (event.type === 'PageRestored') return restored(event.data);
  if (!exists(page)) throw new Error(`${event.type} before PageCreated or after PageDeleted`);
  switch (event.type) {
    case 'PageClaimed':
      return owned({ ...page, named: false }, event.data.ownerId, event.data.claimedAt, 'ACTIVE');
    case 'PageEdited': {
      const { restoredFrom: _, ...edited } = event.data;
      return { ...page, ...edited, named: isNamed(page, edited.displayName) };
    }
    case 'PageStateChanged':
      return withState(page, event.data.state);
    case 'PageReleased':
      return released(page);
    case 'PageHandedOver':
      return owned(released(page), event.data.ownerId, event.data.claimedAt, 'ACTIVE');
    case 'HandoverOffered': {
      const { secretHash, expiresAt } = event.data;
      return { ...page, handover: { secretHash, expiresAt } };
    }
    case 'HandoverWithdrawn':
      return { ...page, handover: null };
    case 'CardAdded': {
      const { ownerId, addedAt, leadsTo } = event.data;
      return { ...owned({ ...page, named: false }, ownerId, addedAt, 'ACTIVE'), card: { ...NEW_CARD, leadsTo } };
    }
    case 'CardLost':
      return withCard(page, 'LOST', event.data.lostAt);
    case 'CardFound':
      return withCard(page, 'IN_USE', event.data.foundAt);
    case 'CardReplaced':
      return withCard(page, 'REPLACED', event.data.replacedAt);
    case 'PageRenamed':
      return renamed(page, event.data.publicId);
    case 'PageDeleted':
      return { status: 'deleted' };
  }
}

/** Pages created in bulk have generated ids, and display names of a note and a number. */
function isOfBatch({ publicId, displayName }: Pick<PageCreated['data'], 'publicId' | 'displayName'>): boolean {
  return isMadeBySystem(publicId) && / \d+$/.test(displayName);
}

function isNamed(page: ExistingPage, displayName: string | undefined): boolean {
  return displayName === undefined ? page.named : page.status === 'owned' && displayName !== '';
}

function owned(page: ExistingPage, ownerId: string, claimedAt: string, state: PageState): OwnedPage {
  if (state === 'UNCLAIMED') throw new Error('an owned page cannot be UNCLAIMED');
  return { ...page, status: 'owned', state, ownerId, claimedAt, tenure: page.tenure + 1 };
}

function withState(page: ExistingPage, state: PageState): ExistingPage {
  if (page.status === 'unowned') return { ...page, state };
  if (state === 'UNCLAIMED') throw new Error('an owned page cannot be UNCLAIMED');
  return { ...page, state };
}

/** A link to hand the page over ends: nobody should take over a card that is not at hand. */
function withCard(page: ExistingPage, status: Card['status'], since: string): ExistingPage {
  return { ...page, card: { ...page.card, status, since }, handover: null };
}

/** Lists every field, so that no content of the former owner can remain. */
function released(page: ExistingPage): UnownedPage {
  return {
    status: 'unowned',
    state: 'UNCLAIMED',
    uid: page.uid,
    publicId: page.publicId,
    previousIds: page.previousIds,
    origin: page.origin,
    tenure: page.tenure,
    createdAt: page.createdAt,
    displayName: '',
    named: false,
    profile: EMPTY_PROFILE,
    avatar: null,
    indexable: false,
    card: NEW_CARD,
    handover: null,
    sealed: true,
  };
}

function restored({ ownerId, claimedAt, state, card = NEW_CARD, ...facts }: PageRestored['data']): ExistingPage {
  // Releasing removes the former name: a name that is present was given with the new owner.
  const named = ownerId !== null && facts.displayName !== '';
  const page: UnownedPage = { ...facts, named, status: 'unowned', state, card, handover: null, sealed: false };
  if (ownerId === null || claimedAt === null) return page;
  // `owned` adds one to the tenure, but this is the same ownership as before.
  return owned({ ...page, tenure: facts.tenure - 1 }, ownerId, claimedAt, state);
}

/** A page that takes a former id back lists it once. */
function renamed(page: ExistingPage, publicId: string): ExistingPage {
  const previousIds = [...page.previousIds, page.publicId].filter((id) => id.toLowerCase() !== publicId.toLowerCase());
  return { ...page, publicId, previousIds };
}
