import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import { withWhatsappCountry } from '@volant/proto/contact/contacts';
import type { Profile } from '@volant/proto/profile/profile';
import { type Actor, maySee } from './actor.ts';
import { type CardCommands, decideCard, releasing } from './card-life.ts';
import type { DeactivationReason } from './deactivation-reason.ts';
import type { PageCreated, PageEdited, PageEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { type ExistingPage, exists, NO_PAGE, nameOf, ownerOf, type Page, type PageState } from './page.ts';
import { refuseSealed } from './sealed.ts';
import { PAGE_SHAPES } from './shapes.ts';

export interface PageCommands extends CardCommands {
  /** A driver's own page, or a card an administrator prepares; the id has been reserved. */
  readonly CreatePage: PageCreated['data'];
  readonly ClaimPage: { readonly userId: string; readonly claimedAt: string };
  /** Absent fields stay unchanged. */
  readonly UpdatePage: {
    readonly actor: Actor;
    readonly at: string;
    readonly displayName?: string;
    /** Only the fields to change, so that a client keeps those that it does not know. */
    readonly profile?: Partial<Profile>;
    readonly avatar?: string | null;
    readonly indexable?: boolean;
    readonly state?: PageState;
    /** The version, within this ownership, that has this content. */
    readonly restoredFrom?: number;
  };
  /** An administrator's changes of a page, applied all together or not at all. A new id has been reserved. */
  readonly AdministerPage: DeactivationReason & {
    readonly actor: Actor;
    readonly at: string;
    readonly publicId?: string;
    readonly state?: PageState;
    readonly displayName?: string;
    /** Null removes the owner. */
    readonly ownerId?: string | null;
  };
  readonly DeletePage: { readonly actor: Actor; readonly at: string };
  /** The owner's account is erased: the page goes on without an owner. */
  readonly ReleasePage: { readonly ownerId: string; readonly at: string };
}

export type PageCommand = CommandOf<PageCommands>;

/**
 * Events of a command; none if nothing changes.
 * @throws DomainError if the command is refused
 */
export function decide(command: PageCommand, page: Page): readonly PageEvent[] {
  switch (command.type) {
    case 'CreatePage':
      return create(command.data, page);
    case 'ClaimPage':
      return claim(command.data, page);
    case 'UpdatePage':
      return update(command.data, page);
    case 'AdministerPage':
      return administer(command.data, page);
    case 'DeletePage':
      return remove(command.data, page);
    case 'ReleasePage':
      return release(command.data, page);
    default:
      return decideCard(command, page);
  }
}

export const pageDecider: Decider<Page, PageCommand, PageEvent> = {
  initialState: NO_PAGE,
  decide,
  evolve,
  snapshot: { name: 'page', shape: PAGE_SHAPES.page },
};

/** On a retry (the response was lost) the page exists already. */
function create(data: PageCommands['CreatePage'], page: Page): readonly PageEvent[] {
  if (exists(page)) return [];
  // The same request created the page before; its remains have to be cleared first.
  if (page.status === 'deleted') throw new DomainError('CONFLICT');
  if (data.origin === 'driver') {
    if (data.ownerId === null || (data.state !== 'ACTIVE' && data.state !== 'INACTIVE')) {
      throw new DomainError('FORBIDDEN');
    }
  }
  // An administrator deactivates an existing page, with a reason that is mailed to its owner.
  if (data.state === 'DEACTIVATED') throw new DomainError('VALIDATION_FAILED', { field: 'state' });
  const state = data.ownerId !== null && data.state === 'UNCLAIMED' ? 'ACTIVE' : data.state;
  return [{ type: 'PageCreated', data: { ...data, state, profile: withWhatsappCountry(data.profile) } }];
}

function claim({ userId, claimedAt }: PageCommands['ClaimPage'], page: Page): readonly PageEvent[] {
  if (!exists(page)) throw new DomainError('PAGE_NOT_FOUND');
  if (page.status === 'owned') {
    if (page.ownerId === userId) return [];
    throw new DomainError('PAGE_ALREADY_CLAIMED');
  }
  if (page.state === 'INACTIVE' || page.state === 'DEACTIVATED') throw new DomainError('PAGE_INACTIVE');
  refuseSealed(page);
  return [{ type: 'PageClaimed', data: { ownerId: userId, claimedAt } }];
}

function update(data: PageCommands['UpdatePage'], page: Page): readonly PageEvent[] {
  const { actor, at, state, restoredFrom, ...content } = data;
  if (!exists(page) || !maySee(actor, page)) throw new DomainError('PAGE_NOT_FOUND');
  refuseSealed(page);
  // What a card that leads to another page shows is changed there.
  if (page.card.leadsTo !== null) throw new DomainError('CONFLICT');
  if (!actor.administrator) refuseMissingNames(content);

  const first = state === undefined || state === page.state ? [] : [changeState(actor, page, state, at)];
  const before = first.reduce<Page>(evolve, page);
  const edited = exists(before) ? changed(content, before) : {};
  if (Object.keys(edited).length === 0) return first;
  const from = restoredFrom === undefined ? {} : { restoredFrom };
  return [...first, { type: 'PageEdited', data: { ...edited, ...from } }];
}

/** A driver's page needs both names; only fields that are being saved are checked, because cards start out empty. */
export function refuseMissingNames({
  displayName,
  profile,
}: Pick<PageCommands['UpdatePage'], 'displayName' | 'profile'>): void {
  if (displayName === '' || profile?.name === '') throw new DomainError('NAMES_REQUIRED');
}

function changeState(actor: Actor, page: ExistingPage, state: PageState, at: string): PageEvent {
  if (!actor.administrator) {
    if (page.state === 'DEACTIVATED') throw new DomainError('PAGE_DEACTIVATED');
    if (state !== 'ACTIVE' && state !== 'INACTIVE') throw new DomainError('FORBIDDEN');
  }
  return page.status === 'owned' && state === 'UNCLAIMED'
    ? { type: 'PageReleased', data: { releasedAt: at } }
    : stateChanged(page, page, state);
}

/**
 * A block of an owned page needs a reason, which is mailed to the owner. Clients of an older version send no field for
 * it; they may block without one. A page that stays blocked when its owner leaves needs none.
 */
function stateChanged(
  before: ExistingPage,
  now: ExistingPage,
  state: PageState,
  { commonReason, reason }: DeactivationReason = {},
): PageEvent {
  const isNewBlock = state === 'DEACTIVATED' && before.state !== 'DEACTIVATED';
  if (!isNewBlock) return { type: 'PageStateChanged', data: { state } };
  if (now.status === 'owned' && reason === '' && commonReason === undefined) throw new DomainError('REASON_REQUIRED');
  const why = { ...(commonReason && { commonReason }), ...(reason && { reason }) };
  return { type: 'PageStateChanged', data: { state, ...why } };
}

/** The fields of an edit that differ from the page. */
function changed(
  content: Omit<PageCommands['UpdatePage'], 'actor' | 'at' | 'state' | 'restoredFrom'>,
  page: ExistingPage,
): PageEdited['data'] {
  const { displayName, avatar, indexable } = content;
  const merged = { ...page.profile, ...content.profile };
  const profile = content.profile?.whatsapp === undefined ? merged : withWhatsappCountry(merged);
  return {
    // The note on a card becomes the page's name if its owner saves it.
    ...(displayName === undefined || displayName === nameOf(page) ? {} : { displayName }),
    ...(isDeepStrictEqual(profile, page.profile) ? {} : { profile }),
    ...(avatar === undefined || avatar === page.avatar ? {} : { avatar }),
    ...(indexable === undefined || indexable === page.indexable ? {} : { indexable }),
  };
}

/** Owner first, because content leaves with its owner; then the state; then the administrator's own content. */
function administer(
  { actor, at, publicId, state, displayName, ownerId, ...reason }: PageCommands['AdministerPage'],
  page: Page,
) {
  const before = administered(actor, page);
  const events: PageEvent[] = [];
  let now: Page = before;
  const happen = (event: PageEvent) => {
    events.push(event);
    now = evolve(now, event);
  };

  if (publicId !== undefined && publicId !== before.publicId) happen({ type: 'PageRenamed', data: { publicId } });
  const owner = ownerOf(before);
  const newOwner = ownerId === undefined ? owner : (ownerId ?? undefined);
  const given = newOwner !== owner && newOwner !== undefined;
  const leaves = owner !== undefined && (newOwner !== owner || state === 'UNCLAIMED');
  if (leaves) happen({ type: 'PageReleased', data: { releasedAt: at } });
  if (given) happen({ type: 'PageClaimed', data: { ownerId: newOwner, claimedAt: at } });
  const target = stateAfter(state, before, { leaves, given });
  if (exists(now) && now.state !== target) happen(stateChanged(before, now, target, reason));
  if (exists(now) && displayName !== undefined && displayName !== now.displayName) {
    happen({ type: 'PageEdited', data: { displayName } });
  }
  return events;
}

/**
 * A block outlasts its owner: losing the page and claiming it again does not lift it. A page with an owner is never
 * UNCLAIMED; one that has just lost its owner is, unless the command names another state.
 */
function stateAfter(
  state: PageState | undefined,
  { state: present }: ExistingPage,
  { leaves, given }: { readonly leaves: boolean; readonly given: boolean },
): PageState {
  if (!given) return state ?? (leaves && present !== 'DEACTIVATED' ? 'UNCLAIMED' : present);
  const target = state ?? present;
  return target === 'UNCLAIMED' ? 'ACTIVE' : target;
}

function remove({ actor, at }: PageCommands['DeletePage'], page: Page): readonly PageEvent[] {
  administered(actor, page);
  return [{ type: 'PageDeleted', data: { deletedAt: at } }];
}

/** No events if the page is not theirs. */
function release({ ownerId, at }: PageCommands['ReleasePage'], page: Page): readonly PageEvent[] {
  if (!exists(page) || ownerOf(page) !== ownerId) return [];
  refuseSealed(page);
  return releasing(page, at);
}

function administered(actor: Actor, page: Page): ExistingPage {
  if (!actor.administrator) throw new DomainError('FORBIDDEN');
  if (!exists(page)) throw new DomainError('PAGE_NOT_FOUND');
  refuseSealed(page);
  return page;
}
