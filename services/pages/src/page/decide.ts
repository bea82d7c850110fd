import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Decider } from '@volant/infra/event-store/command-handler';
import { evolve } from './evolve.ts';
import {
  type ExistingPage,
  NO_PAGE,
  ownerOf,
  type Page,
  type PageCreated,
  type PageEdited,
  type PageEvent,
  type PageState,
} from './page.ts';
import type { Profile } from './profile.ts';

/** Who asks, with the role held now. */
export interface Actor {
  readonly userId: string;
  readonly administrator: boolean;
}

/** A driver's own page or a card an administrator prepares; the id is reserved by then. */
export interface CreatePage {
  readonly type: 'CreatePage';
  readonly data: PageCreated['data'];
}

export interface ClaimPage {
  readonly type: 'ClaimPage';
  readonly data: { readonly userId: string; readonly claimedAt: string };
}

/** Changes what it names and leaves the rest. */
export interface UpdatePage {
  readonly type: 'UpdatePage';
  readonly data: {
    readonly actor: Actor;
    readonly at: string;
    readonly displayName?: string;
    readonly profile?: Profile;
    readonly avatar?: string | null;
    readonly indexable?: boolean;
    readonly state?: PageState;
  };
}

/** The id is reserved by then. */
export interface RenamePage {
  readonly type: 'RenamePage';
  readonly data: { readonly actor: Actor; readonly publicId: string };
}

export type PageCommand = CreatePage | ClaimPage | UpdatePage | RenamePage;

/**
 * What a command does to a page, as events; none where it is already so.
 * @throws DomainError when it is refused
 */
export function decide(command: PageCommand, page: Page): readonly PageEvent[] {
  switch (command.type) {
    case 'CreatePage':
      return create(command.data, page);
    case 'ClaimPage':
      return claim(command.data, page);
    case 'UpdatePage':
      return update(command.data, page);
    case 'RenamePage':
      return rename(command.data, page);
  }
}

export const pageDecider: Decider<Page, PageCommand, PageEvent> = { initialState: NO_PAGE, decide, evolve };

/** Others are not told that the page exists. */
export function maySee(actor: Actor, page: ExistingPage): boolean {
  return actor.administrator || ownerOf(page) === actor.userId;
}

/** A creation that comes again (the answer was lost) finds its page there already. */
function create(data: CreatePage['data'], page: Page): readonly PageEvent[] {
  if (page.status !== 'none') return [];
  if (data.origin === 'driver') {
    if (data.ownerId === null || (data.state !== 'ACTIVE' && data.state !== 'INACTIVE')) {
      throw new DomainError('FORBIDDEN');
    }
  }
  const state = data.ownerId !== null && data.state === 'UNCLAIMED' ? 'ACTIVE' : data.state;
  return [{ type: 'PageCreated', data: { ...data, state } }];
}

function claim({ userId, claimedAt }: ClaimPage['data'], page: Page): readonly PageEvent[] {
  if (page.status === 'none') throw new DomainError('PAGE_NOT_FOUND');
  if (page.status === 'owned') {
    if (page.ownerId === userId) return [];
    throw new DomainError('PAGE_ALREADY_CLAIMED');
  }
  if (page.state === 'INACTIVE' || page.state === 'DEACTIVATED') throw new DomainError('PAGE_INACTIVE');
  return [{ type: 'PageClaimed', data: { ownerId: userId, claimedAt } }];
}

function update(data: UpdatePage['data'], page: Page): readonly PageEvent[] {
  const { actor, at, state, ...content } = data;
  if (page.status === 'none' || !maySee(actor, page)) throw new DomainError('PAGE_NOT_FOUND');
  if (!actor.administrator) refuseMissingNames(content);

  const first = state === undefined || state === page.state ? [] : [changeState(actor, page, state, at)];
  const before = first.reduce<Page>(evolve, page);
  const edited = before.status === 'none' ? {} : changed(content, before);
  return Object.keys(edited).length === 0 ? first : [...first, { type: 'PageEdited', data: edited }];
}

/** A driver's page has both names; only what is being saved is looked at, since cards start out empty. */
export function refuseMissingNames({
  displayName,
  profile,
}: Pick<UpdatePage['data'], 'displayName' | 'profile'>): void {
  if (displayName === '' || profile?.name === '') throw new DomainError('NAMES_REQUIRED');
}

function changeState(actor: Actor, page: ExistingPage, state: PageState, at: string): PageEvent {
  if (!actor.administrator) {
    if (page.state === 'DEACTIVATED') throw new DomainError('PAGE_DEACTIVATED');
    if (state !== 'ACTIVE' && state !== 'INACTIVE') throw new DomainError('FORBIDDEN');
  }
  return page.status === 'owned' && state === 'UNCLAIMED'
    ? { type: 'PageReleased', data: { releasedAt: at } }
    : { type: 'PageStateChanged', data: { state } };
}

/** The part of an edit that differs from what is there. */
function changed(content: PageEdited['data'], page: ExistingPage): PageEdited['data'] {
  const { displayName, profile, avatar, indexable } = content;
  return {
    ...(displayName === undefined || displayName === page.displayName ? {} : { displayName }),
    ...(profile === undefined || isDeepStrictEqual(profile, page.profile) ? {} : { profile }),
    ...(avatar === undefined || avatar === page.avatar ? {} : { avatar }),
    ...(indexable === undefined || indexable === page.indexable ? {} : { indexable }),
  };
}

function rename({ actor, publicId }: RenamePage['data'], page: Page): readonly PageEvent[] {
  if (page.status === 'none') throw new DomainError('PAGE_NOT_FOUND');
  if (!actor.administrator) throw new DomainError('FORBIDDEN');
  return page.publicId === publicId ? [] : [{ type: 'PageRenamed', data: { publicId } }];
}
