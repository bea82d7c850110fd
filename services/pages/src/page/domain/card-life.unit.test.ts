import { specify } from '@volant/infra/testing/decider-specification';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { describe, expect, it } from 'vitest';
import type { Actor } from './actor.ts';
import { type PageCommand, pageDecider } from './decide.ts';
import type { PageCreated, PageEvent } from './events.ts';
import { NEW_CARD, type PageState } from './page.ts';

const { given } = specify(pageDecider);

const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-27T10:00:00.000Z';
const ana: Actor = { userId: 'ana', administrator: false };
const ben: Actor = { userId: 'ben', administrator: false };
const admin: Actor = { userId: 'admin', administrator: true };
const [hash, otherHash] = ['a'.repeat(64), 'b'.repeat(64)];
const leadsTo = { uid: 'u2', tenure: 1 };

const data: PageCreated['data'] = {
  uid: 'u1',
  publicId: 'Taxi75',
  origin: 'administrator',
  state: 'UNCLAIMED',
  ownerId: null,
  displayName: '',
  profile: EMPTY_PROFILE,
  avatar: null,
  indexable: false,
  createdAt: AT,
};
const created: PageEvent = { type: 'PageCreated', data };
const claimed: PageEvent = { type: 'PageClaimed', data: { ownerId: 'ana', claimedAt: AT } };
const anas = [created, claimed];
const state = (to: PageState): PageEvent => ({ type: 'PageStateChanged', data: { state: to } });
const released: PageEvent = { type: 'PageReleased', data: { releasedAt: AT } };
const lost: PageEvent = { type: 'CardLost', data: { lostAt: AT } };
const found: PageEvent = { type: 'CardFound', data: { foundAt: AT } };
const replaced: PageEvent = { type: 'CardReplaced', data: { by: 'Taxi76', replacedAt: AT } };
const added: PageEvent = { type: 'CardAdded', data: { ownerId: 'ana', leadsTo, addedAt: AT } };
const offered = (secretHash = hash, expiresAt = LATER): PageEvent => ({
  type: 'HandoverOffered',
  data: { secretHash, expiresAt, offeredAt: AT },
});
const withdrawn: PageEvent = { type: 'HandoverWithdrawn', data: { withdrawnAt: AT } };
const handedOver: PageEvent = { type: 'PageHandedOver', data: { ownerId: 'ben', claimedAt: AT } };

const report = (type: 'ReportLost' | 'ReportFound' | 'GiveUpPage' | 'WithdrawHandover', actor = ana): PageCommand => ({
  type,
  data: { actor, at: AT },
});
const replace = (actor = ana): PageCommand => ({ type: 'ReplaceCard', data: { actor, by: 'Taxi76', at: AT } });
const offer = (actor = ana, secretHash = hash): PageCommand => ({
  type: 'OfferHandover',
  data: { actor, at: AT, secretHash, expiresAt: LATER },
});
const accept = (userId = 'ben', secretHash = hash, at = AT): PageCommand => ({
  type: 'AcceptHandover',
  data: { userId, secretHash, at },
});
const add = (ownerId = 'ana', target = leadsTo): PageCommand => ({
  type: 'AddCard',
  data: { ownerId, leadsTo: target, at: AT },
});
const fold = (...events: readonly PageEvent[]) => events.reduce(pageDecider.evolve, pageDecider.initialState);

describe('every command about the card of a page', () => {
  it.each([
    report('ReportLost', ben),
    report('ReportFound', ben),
    report('GiveUpPage', ben),
    report('WithdrawHandover', ben),
    replace(ben),
    offer(ben),
  ])('is refused to strangers, and for a page without an owner: $type', (command) => {
    given(anas).when(command).thenRefuses('PAGE_NOT_FOUND');
    given([created]).when(command).thenRefuses('PAGE_NOT_FOUND');
    given([]).when(command).thenRefuses('PAGE_NOT_FOUND');
  });
});

describe('lost card', () => {
  it('is reported by its owner or an administrator, once', () => {
    given(anas).when(report('ReportLost')).then([lost]);
    given(anas).when(report('ReportLost', admin)).then([lost]);
    given([...anas, lost])
      .when(report('ReportLost'))
      .then([]);
  });

  it('is found again, once', () => {
    given([...anas, lost])
      .when(report('ReportFound'))
      .then([found]);
    given(anas).when(report('ReportFound')).then([]);
  });

  it('keeps the page as it was', () => {
    expect(fold(...anas, lost, found)).toEqual({
      ...fold(...anas),
      card: { status: 'IN_USE', since: AT, leadsTo: null },
    });
  });

  it('cannot be handed over, and ends a link that was open', () => {
    given([...anas, lost])
      .when(offer())
      .thenRefuses('CARD_LOST');
    given([...anas, offered(), lost, found])
      .when(accept())
      .thenRefuses('HANDOVER_NOT_FOUND');
  });
});

describe('replaced card', () => {
  it('is neither lost nor found nor replaced nor handed over any more', () => {
    given([...anas, lost])
      .when(replace())
      .then([replaced]);
    for (const command of [report('ReportLost'), report('ReportFound'), replace(), offer()]) {
      given([...anas, replaced])
        .when(command)
        .thenRefuses('CARD_REPLACED');
    }
  });
});

describe('page that is given up', () => {
  it('loses its owner and content; a block stays', () => {
    given([...anas, lost])
      .when(report('GiveUpPage'))
      .then([released]);
    expect(fold(...anas, lost, released)).toMatchObject({ status: 'unowned', state: 'UNCLAIMED', card: NEW_CARD });
    given([...anas, state('DEACTIVATED')])
      .when(report('GiveUpPage'))
      .then([released, state('DEACTIVATED')]);
  });
});

describe('page that is handed over', () => {
  it('goes to the account that has the link, without content, and its history is rewritten', () => {
    given([...anas, offered()])
      .when(accept())
      .then([handedOver]);
    const edited: PageEvent = { type: 'PageEdited', data: { displayName: 'Taxi Ana', avatar: '/uploads/a.webp' } };
    expect(fold(...anas, edited, offered(), handedOver)).toMatchObject({
      ownerId: 'ben',
      tenure: 2,
      displayName: '',
      avatar: null,
      handover: null,
      sealed: true,
    });
  });

  it('needs the latest link, before it expires, and before it is withdrawn', () => {
    given([...anas, offered(otherHash)])
      .when(accept())
      .thenRefuses('HANDOVER_NOT_FOUND');
    given([...anas, offered()])
      .when(accept('ben', hash, LATER))
      .thenRefuses('HANDOVER_NOT_FOUND');
    given([...anas, offered()])
      .when(report('WithdrawHandover'))
      .then([withdrawn]);
    given([...anas, offered(), withdrawn])
      .when(accept())
      .thenRefuses('HANDOVER_NOT_FOUND');
    given([...anas, offered(), offered(otherHash)])
      .when(accept())
      .thenRefuses('HANDOVER_NOT_FOUND');
    given([]).when(accept()).thenRefuses('HANDOVER_NOT_FOUND');
    given([created]).when(accept()).thenRefuses('HANDOVER_NOT_FOUND');
  });

  it('goes to the first of two accounts, which may repeat the call', () => {
    const restored: PageEvent = {
      type: 'PageRestored',
      data: { ...data, previousIds: [], tenure: 2, ownerId: 'ben', claimedAt: AT, state: 'ACTIVE', card: NEW_CARD },
    };
    given([restored]).when(accept()).then([]);
    given([restored]).when(accept('eve')).thenRefuses('HANDOVER_NOT_FOUND');
  });

  it('is not taken by its giver, who opens their own link', () => {
    given([...anas, offered()])
      .when(accept('ana'))
      .thenRefuses('HANDOVER_OWN');
    given([...anas, offered(otherHash)])
      .when(accept('ana'))
      .then([]);
  });

  it('is not one that an administrator has blocked', () => {
    given([...anas, state('DEACTIVATED')])
      .when(offer())
      .thenRefuses('PAGE_DEACTIVATED');
    given([...anas, offered(), state('DEACTIVATED')])
      .when(accept())
      .thenRefuses('HANDOVER_NOT_FOUND');
  });
});

describe('card that is added to a page', () => {
  it('is claimed by the first caller, who may repeat the call', () => {
    given([created]).when(add()).then([added]);
    given([created, added]).when(add()).then([]);
    given([created, added]).when(add('ben')).thenRefuses('PAGE_ALREADY_CLAIMED');
    given([created, added])
      .when(add('ana', { uid: 'u3', tenure: 1 }))
      .thenRefuses('PAGE_ALREADY_CLAIMED');
    given(anas).when(add()).thenRefuses('PAGE_ALREADY_CLAIMED');
  });

  it('exists, is active, and contains nothing of a former owner', () => {
    given([]).when(add()).thenRefuses('PAGE_NOT_FOUND');
    given([created, state('INACTIVE')])
      .when(add())
      .thenRefuses('PAGE_INACTIVE');
    given([...anas, released])
      .when(add())
      .thenRefuses('PAGE_SEALED');
  });

  it('cannot be edited, and leads to no page after it is given up', () => {
    given([created, added])
      .when({ type: 'UpdatePage', data: { actor: ana, at: AT, indexable: true } })
      .thenRefuses('CONFLICT');
    expect(fold(created, added)).toMatchObject({ ownerId: 'ana', tenure: 1, card: { leadsTo } });
    expect(fold(created, added, released)).toMatchObject({ card: NEW_CARD });
  });
});
