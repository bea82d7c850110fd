import { specify } from '@volant/infra/testing/decider-specification';
import { EMPTY_PROFILE, type Profile } from '@volant/proto/profile/profile';
import { describe, expect, it } from 'vitest';
import type { Actor } from './actor.ts';
import { type PageCommand, pageDecider } from './decide.ts';
import type { PageCreated, PageEvent } from './events.ts';
import { exists, NEW_CARD, nameOf, type Page } from './page.ts';

const { given } = specify(pageDecider);

const AT = '2026-11-20T10:00:00.000Z';
const ANA = 'user-ana';
const BEN = 'user-ben';
const ana: Actor = { userId: ANA, administrator: false };
const ben: Actor = { userId: BEN, administrator: false };
const admin: Actor = { userId: 'user-admin', administrator: true };
const profile: Profile = { ...EMPTY_PROFILE, name: 'Chauffeur Démo', phone: '+33600000000' };

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
const created = (changes: Partial<PageCreated['data']> = {}): PageEvent => ({
  type: 'PageCreated',
  data: { ...data, ...changes },
});
const create = (changes: Partial<PageCreated['data']> = {}): PageCommand => ({
  type: 'CreatePage',
  data: { ...data, ...changes },
});
const claim = (userId: string): PageCommand => ({ type: 'ClaimPage', data: { userId, claimedAt: AT } });
const claimed = (ownerId: string): PageEvent => ({ type: 'PageClaimed', data: { ownerId, claimedAt: AT } });
const update = (
  actor: Actor,
  changes: Omit<Extract<PageCommand, { type: 'UpdatePage' }>['data'], 'actor' | 'at'>,
): PageCommand => ({ type: 'UpdatePage', data: { actor, at: AT, ...changes } });
const stateChanged = (state: 'UNCLAIMED' | 'ACTIVE' | 'INACTIVE' | 'DEACTIVATED'): PageEvent => ({
  type: 'PageStateChanged',
  data: { state },
});
const released: PageEvent = { type: 'PageReleased', data: { releasedAt: AT } };
const administer = (
  actor: Actor,
  changes: Omit<Extract<PageCommand, { type: 'AdministerPage' }>['data'], 'actor' | 'at'>,
): PageCommand => ({ type: 'AdministerPage', data: { actor, at: AT, ...changes } });
const rename = (actor: Actor, publicId: string): PageCommand => administer(actor, { publicId });
const renamed = (publicId: string): PageEvent => ({ type: 'PageRenamed', data: { publicId } });
const named = (displayName: string): PageEvent => ({ type: 'PageEdited', data: { displayName } });
const deleted: PageEvent = { type: 'PageDeleted', data: { deletedAt: AT } };
const release = (ownerId: string): PageCommand => ({ type: 'ReleasePage', data: { ownerId, at: AT } });
const remove = (actor: Actor): PageCommand => ({ type: 'DeletePage', data: { actor, at: AT } });
const anasPage = [created(), claimed(ANA)];

function fold(events: readonly PageEvent[]): Page {
  return events.reduce(pageDecider.evolve, pageDecider.initialState);
}

describe('name of a page', () => {
  const note = { displayName: 'Lot 7 003' };
  const nameAfter = (...events: PageEvent[]) => {
    const page = fold(events);
    return exists(page) ? nameOf(page) : undefined;
  };

  it.each([
    ['a claimed card', [created(note), claimed(ANA)]],
    [
      'a card made in bulk for its owner',
      [created({ ...note, publicId: 'a'.repeat(24), ownerId: ANA, state: 'ACTIVE' })],
    ],
    ['a card that was renamed before it was claimed', [created(), named('Lot 7 003'), claimed(ANA)]],
    ['a page of a second owner', [created(note), claimed(ANA), named('Taxi Ana'), released, claimed(BEN)]],
    ['a page whose owner has taken the name away', [created(note), claimed(ANA), named('Taxi Ana'), named('')]],
  ])('is empty for %s, instead of the note it was created with', (_, events) => expect(nameAfter(...events)).toBe(''));

  it.each([
    ['its owner has given', [created(note), claimed(ANA), named('Taxi Ana')]],
    [
      'it was made with by its driver',
      [created({ origin: 'driver', ownerId: ANA, state: 'ACTIVE', displayName: 'Taxi Ana' })],
    ],
    [
      'an administrator made it with for its owner',
      [created({ ownerId: ANA, state: 'ACTIVE', displayName: 'Taxi Ana' })],
    ],
    [
      'it had when its history was written anew',
      [
        {
          type: 'PageRestored' as const,
          data: {
            ...data,
            previousIds: [],
            tenure: 2,
            ownerId: ANA,
            claimedAt: AT,
            state: 'ACTIVE' as const,
            displayName: 'Taxi Ana',
          },
        },
      ],
    ],
  ])('is the one %s', (_, events) => expect(nameAfter(...events)).toBe('Taxi Ana'));

  it('is the note if the owner saves the same text', () => {
    given([created(note), claimed(ANA)])
      .when(update(ana, note))
      .then([named(note.displayName)]);
    given([created(note), claimed(ANA), named(note.displayName)])
      .when(update(ana, note))
      .then([]);
  });
});

describe('CreatePage', () => {
  it('creates a card without an owner', () => {
    given([]).when(create()).then([created()]);
  });

  it('refuses to create a page that is deactivated from the start', () => {
    for (const ownerId of [null, ANA])
      given([])
        .when(create({ state: 'DEACTIVATED', ownerId }))
        .thenRefuses('VALIDATION_FAILED');
  });

  it('creates a driver’s own page as ACTIVE or INACTIVE', () => {
    const own = { origin: 'driver', ownerId: ANA, displayName: 'Berline Démo', profile } as const;
    given([])
      .when(create({ ...own, state: 'ACTIVE' }))
      .then([created({ ...own, state: 'ACTIVE' })]);
    given([])
      .when(create({ ...own, state: 'INACTIVE' }))
      .then([created({ ...own, state: 'INACTIVE' })]);
    for (const state of ['UNCLAIMED', 'DEACTIVATED'] as const) {
      given([])
        .when(create({ ...own, state }))
        .thenRefuses('FORBIDDEN');
    }
    given([])
      .when(create({ ...own, ownerId: null, state: 'ACTIVE' }))
      .thenRefuses('FORBIDDEN');
  });

  it('makes an owned page ACTIVE if UNCLAIMED was requested', () => {
    given([])
      .when(create({ ownerId: ANA }))
      .then([created({ ownerId: ANA, state: 'ACTIVE' })]);
  });

  it('creates the page once if it is repeated', () => {
    given([created()]).when(create()).then([]);
  });

  it('counts the first ownership if the page has an owner from the start', () => {
    expect(fold([created()])).toMatchObject({ status: 'unowned', tenure: 0 });
    expect(fold([created({ ownerId: ANA, state: 'ACTIVE' })])).toMatchObject({
      status: 'owned',
      ownerId: ANA,
      tenure: 1,
      claimedAt: AT,
    });
  });
});

describe('ClaimPage', () => {
  it('gives an UNCLAIMED or ACTIVE page to the first claimant', () => {
    given([created()])
      .when(claim(ANA))
      .then([claimed(ANA)]);
    given([created({ state: 'ACTIVE' })])
      .when(claim(ANA))
      .then([claimed(ANA)]);
    expect(fold(anasPage)).toMatchObject({ status: 'owned', state: 'ACTIVE', ownerId: ANA, claimedAt: AT, tenure: 1 });
  });

  it('succeeds again for the present owner, in any state', () => {
    given(anasPage).when(claim(ANA)).then([]);
    given([...anasPage, stateChanged('DEACTIVATED')])
      .when(claim(ANA))
      .then([]);
  });

  it('is refused for anybody but the owner', () => {
    given(anasPage).when(claim(BEN)).thenRefuses('PAGE_ALREADY_CLAIMED');
    given([...anasPage, stateChanged('INACTIVE')])
      .when(claim(BEN))
      .thenRefuses('PAGE_ALREADY_CLAIMED');
  });

  it('is refused for an inactive or unknown page', () => {
    given([created({ state: 'INACTIVE' })])
      .when(claim(ANA))
      .thenRefuses('PAGE_INACTIVE');
    given([created({ state: 'DEACTIVATED' })])
      .when(claim(ANA))
      .thenRefuses('PAGE_INACTIVE');
    given([]).when(claim(ANA)).thenRefuses('PAGE_NOT_FOUND');
  });
});

describe('UpdatePage', () => {
  it('says which version it puts back, in the event and not in the page', () => {
    const back: PageEvent = { type: 'PageEdited', data: { displayName: 'x', restoredFrom: 2 } };
    given(anasPage)
      .when(update(ana, { displayName: 'x', restoredFrom: 2 }))
      .then([back]);
    given([...anasPage, back])
      .when(update(ana, { displayName: 'x', restoredFrom: 2 }))
      .then([]);
    expect(fold([...anasPage, back])).toEqual(fold([...anasPage, named('x')]));
  });

  it('records only the changed fields', () => {
    given(anasPage)
      .when(update(ana, { displayName: 'Berline Démo', profile, avatar: null, indexable: true, state: 'ACTIVE' }))
      .then([{ type: 'PageEdited', data: { displayName: 'Berline Démo', profile, indexable: true } }]);
    given([...anasPage, { type: 'PageEdited', data: { profile, avatar: '/uploads/a.jpg' } }])
      .when(update(ana, { profile: { ...profile }, avatar: null }))
      .then([{ type: 'PageEdited', data: { avatar: null } }]);
    given(anasPage).when(update(ana, {})).then([]);
  });

  it.each([
    [{ phone: '+33600000000' }, '0612345678', '+33612345678'],
    [{ phone: '+41791234567' }, '079 765 43 21', '+41797654321'],
    [{ phone: '0600000000' }, '0612345678', '+33612345678'],
    [{ phone: '+33600000000' }, '+41791234567', '+41791234567'],
    [{ phone: '+33600000000' }, 'https://wa.me/message/ABC12', 'https://wa.me/message/ABC12'],
  ])(
    'completes a national WhatsApp number for the country of the page: with %j, %s is %s',
    (before, written, stored) => {
      const first = { ...profile, ...before };
      given([...anasPage, { type: 'PageEdited', data: { profile: first } }])
        .when(update(ana, { profile: { whatsapp: written } }))
        .then([{ type: 'PageEdited', data: { profile: { ...first, whatsapp: stored } } }]);
      given([])
        .when(create({ profile: { ...first, whatsapp: written } }))
        .then([created({ profile: { ...first, whatsapp: stored } })]);
    },
  );

  it('keeps the fields of the profile that an update does not name', () => {
    given([...anasPage, { type: 'PageEdited', data: { profile } }])
      .when(update(ana, { profile: { bio: 'Paris', phone: '' } }))
      .then([{ type: 'PageEdited', data: { profile: { ...profile, bio: 'Paris', phone: '' } } }]);
    given([...anasPage, { type: 'PageEdited', data: { profile } }])
      .when(update(ana, { profile: {} }))
      .then([]);
  });

  it('requires the owner or an administrator; others do not learn that the page exists', () => {
    given(anasPage)
      .when(update(ben, { displayName: 'x' }))
      .thenRefuses('PAGE_NOT_FOUND');
    given([created()])
      .when(update(ana, { displayName: 'x' }))
      .thenRefuses('PAGE_NOT_FOUND');
    given([])
      .when(update(admin, { displayName: 'x' }))
      .thenRefuses('PAGE_NOT_FOUND');
    given(anasPage)
      .when(update(admin, { displayName: 'x' }))
      .then([{ type: 'PageEdited', data: { displayName: 'x' } }]);
  });

  it('requires both names from a driver if they are being saved', () => {
    given(anasPage)
      .when(update(ana, { profile: { ...profile, name: '' } }))
      .thenRefuses('NAMES_REQUIRED');
    given(anasPage)
      .when(update(ana, { displayName: '' }))
      .thenRefuses('NAMES_REQUIRED');
    given(anasPage)
      .when(update(ana, { indexable: true }))
      .then([{ type: 'PageEdited', data: { indexable: true } }]);
    given([...anasPage, { type: 'PageEdited', data: { displayName: 'x' } }])
      .when(update(admin, { displayName: '' }))
      .then([{ type: 'PageEdited', data: { displayName: '' } }]);
  });

  it('moves a driver’s page between ACTIVE and INACTIVE', () => {
    given(anasPage)
      .when(update(ana, { state: 'INACTIVE' }))
      .then([stateChanged('INACTIVE')]);
    given([...anasPage, stateChanged('INACTIVE')])
      .when(update(ana, { state: 'ACTIVE' }))
      .then([stateChanged('ACTIVE')]);
  });

  it('does not let a driver deactivate a page, give it away or lift an administrator’s block', () => {
    given(anasPage)
      .when(update(ana, { state: 'DEACTIVATED' }))
      .thenRefuses('FORBIDDEN');
    given(anasPage)
      .when(update(ana, { state: 'UNCLAIMED' }))
      .thenRefuses('FORBIDDEN');
    const blocked = [...anasPage, stateChanged('DEACTIVATED')];
    given(blocked)
      .when(update(ana, { state: 'ACTIVE' }))
      .thenRefuses('PAGE_DEACTIVATED');
    given(blocked)
      .when(update(ana, { state: 'INACTIVE' }))
      .thenRefuses('PAGE_DEACTIVATED');
    given(blocked)
      .when(update(ana, { displayName: 'x', state: 'DEACTIVATED' }))
      .then([{ type: 'PageEdited', data: { displayName: 'x' } }]);
    given(blocked)
      .when(update(admin, { state: 'ACTIVE' }))
      .then([stateChanged('ACTIVE')]);
  });

  it('releases an owned page that an administrator sets UNCLAIMED: removes owner and content, keeps the count of owners', () => {
    const edited: PageEvent = {
      type: 'PageEdited',
      data: { displayName: 'Berline Démo', profile, avatar: '/uploads/a.jpg', indexable: true },
    };
    given([...anasPage, edited])
      .when(update(admin, { state: 'UNCLAIMED' }))
      .then([released]);
    given([created({ state: 'ACTIVE' })])
      .when(update(admin, { state: 'UNCLAIMED' }))
      .then([stateChanged('UNCLAIMED')]);

    const { ownerId: _, ...facts } = data;
    const page = { ...facts, named: false, status: 'unowned', previousIds: [], tenure: 1, sealed: true };
    const card = { card: NEW_CARD, handover: null };
    expect(fold([...anasPage, edited, released])).toEqual({ ...page, ...card });
    expect(fold([...anasPage, edited, released, claimed(BEN)])).toMatchObject({ ownerId: BEN, tenure: 2 });
  });

  it('applies the rest of an edit to the released page', () => {
    given([created({ displayName: 'Salon Démo 1' }), claimed(ANA)])
      .when(update(admin, { state: 'UNCLAIMED', displayName: 'Salon Démo 1' }))
      .then([released, { type: 'PageEdited', data: { displayName: 'Salon Démo 1' } }]);
  });
});

describe('renaming a page', () => {
  it('requires an administrator and keeps the former id', () => {
    given(anasPage)
      .when(rename(admin, 'Taxi92'))
      .then([renamed('Taxi92')]);
    given(anasPage).when(rename(admin, 'Taxi75')).then([]);
    given(anasPage).when(rename(ana, 'Taxi92')).thenRefuses('FORBIDDEN');
    given([]).when(rename(admin, 'Taxi92')).thenRefuses('PAGE_NOT_FOUND');
    expect(fold([...anasPage, renamed('Taxi92')])).toMatchObject({ publicId: 'Taxi92', previousIds: ['Taxi75'] });
  });

  it('can restore a former id, or change the letter case of the id', () => {
    const back = fold([created(), renamed('Taxi92'), renamed('taxi75')]);
    expect(back).toMatchObject({ publicId: 'taxi75', previousIds: ['Taxi92'] });
    expect(fold([created(), renamed('TAXI75')])).toMatchObject({ publicId: 'TAXI75', previousIds: [] });
  });
});

describe('AdministerPage', () => {
  it('requires an administrator', () => {
    given(anasPage)
      .when(administer(ana, { state: 'ACTIVE' }))
      .thenRefuses('FORBIDDEN');
    given([]).when(administer(admin, {})).thenRefuses('PAGE_NOT_FOUND');
  });

  it('applies all changes at once, and skips those without effect', () => {
    given([created({ displayName: 'Salon' })])
      .when(administer(admin, { publicId: 'Taxi92', state: 'INACTIVE', displayName: 'Gare', ownerId: BEN }))
      .then([renamed('Taxi92'), claimed(BEN), stateChanged('INACTIVE'), named('Gare')]);
    given(anasPage)
      .when(administer(admin, { publicId: 'Taxi75', state: 'ACTIVE', displayName: '', ownerId: ANA }))
      .then([]);
  });

  it('releases a page that is set UNCLAIMED, even if its present owner is given', () => {
    given(anasPage)
      .when(administer(admin, { state: 'UNCLAIMED', ownerId: ANA }))
      .then([released]);
    given(anasPage)
      .when(administer(admin, { state: 'UNCLAIMED' }))
      .then([released]);
  });

  it('removes the owner and leaves the page UNCLAIMED, or in the requested state', () => {
    given(anasPage)
      .when(administer(admin, { ownerId: null }))
      .then([released]);
    given(anasPage)
      .when(administer(admin, { ownerId: null, state: 'ACTIVE' }))
      .then([released, stateChanged('ACTIVE')]);
    given([created({ state: 'INACTIVE' })])
      .when(administer(admin, { ownerId: null }))
      .then([]);
  });

  it('gives the page to another owner without the content of the former one, and never UNCLAIMED', () => {
    given([...anasPage, named('Secret')])
      .when(administer(admin, { ownerId: BEN, state: 'UNCLAIMED' }))
      .then([released, claimed(BEN)]);
    given([created()])
      .when(administer(admin, { ownerId: BEN, state: 'UNCLAIMED' }))
      .then([claimed(BEN)]);
    expect(fold([...anasPage, named('Secret'), released, claimed(BEN)])).toMatchObject({ displayName: '', tenure: 2 });
  });

  it('refuses an empty reason to deactivate a page that has an owner, and keeps one in the event', () => {
    const refused = administer(admin, { state: 'DEACTIVATED', reason: '' });
    given(anasPage).when(refused).thenRefuses('REASON_REQUIRED');
    given(anasPage)
      .when(administer(admin, { state: 'DEACTIVATED' }))
      .then([stateChanged('DEACTIVATED')]);
    given(anasPage)
      .when(administer(admin, { state: 'DEACTIVATED', reason: 'Spam' }))
      .then([{ type: 'PageStateChanged', data: { state: 'DEACTIVATED', reason: 'Spam' } }]);
    given([created()])
      .when(administer(admin, { state: 'DEACTIVATED', ownerId: BEN, reason: '' }))
      .thenRefuses('REASON_REQUIRED');
    given([created()])
      .when(refused)
      .then([stateChanged('DEACTIVATED')]);
    given(anasPage)
      .when(administer(admin, { state: 'DEACTIVATED', ownerId: null, reason: '' }))
      .then([released, stateChanged('DEACTIVATED')]);
  });

  it('takes a common reason with or without own words', () => {
    const deactivate = { state: 'DEACTIVATED', commonReason: 'COMPLAINTS' } as const;
    given(anasPage)
      .when(administer(admin, { ...deactivate, reason: '' }))
      .then([{ type: 'PageStateChanged', data: deactivate }]);
    given(anasPage)
      .when(administer(admin, { ...deactivate, reason: 'Twice.' }))
      .then([{ type: 'PageStateChanged', data: { ...deactivate, reason: 'Twice.' } }]);
  });

  it('keeps a reason only of a page that becomes deactivated', () => {
    given(anasPage)
      .when(administer(admin, { state: 'INACTIVE', reason: 'Spam' }))
      .then([stateChanged('INACTIVE')]);
    given([...anasPage, stateChanged('DEACTIVATED')])
      .when(administer(admin, { ownerId: BEN, reason: 'Spam' }))
      .then([released, claimed(BEN), stateChanged('DEACTIVATED')]);
  });

  it('keeps a block if the owner changes or leaves, unless another state is requested', () => {
    const blocked = [...anasPage, stateChanged('DEACTIVATED')];
    given(blocked)
      .when(administer(admin, { ownerId: null }))
      .then([released, stateChanged('DEACTIVATED')]);
    given(blocked)
      .when(administer(admin, { ownerId: null, state: 'UNCLAIMED' }))
      .then([released]);
    given(blocked)
      .when(administer(admin, { ownerId: BEN }))
      .then([released, claimed(BEN), stateChanged('DEACTIVATED')]);
    given(blocked)
      .when(administer(admin, { ownerId: BEN, state: 'ACTIVE' }))
      .then([released, claimed(BEN)]);
  });
});

describe('ReleasePage', () => {
  it('removes the owner and lets the page be claimed', () => {
    given([...anasPage])
      .when(release(ANA))
      .then([released]);
    given([...anasPage, stateChanged('INACTIVE')])
      .when(release(ANA))
      .then([released]);
  });

  it('does not lift an administrator’s block', () => {
    given([...anasPage, stateChanged('DEACTIVATED')])
      .when(release(ANA))
      .then([released, stateChanged('DEACTIVATED')]);
  });

  it('leaves pages of others, and released, deleted or unknown pages, unchanged', () => {
    given([...anasPage])
      .when(release(BEN))
      .then([]);
    given([created()]).when(release(ANA)).then([]);
    given([...anasPage, released])
      .when(release(ANA))
      .then([]);
    given([...anasPage, deleted])
      .when(release(ANA))
      .then([]);
    given([]).when(release(ANA)).then([]);
  });

  it('is refused until the history has been rewritten', () => {
    given([...anasPage, released, claimed(BEN)])
      .when(release(BEN))
      .thenRefuses('PAGE_SEALED');
  });
});

describe('page whose owner has left', () => {
  const facts = { ...data, previousIds: ['Taxi1'], tenure: 1, claimedAt: null };
  const restored: PageEvent = { type: 'PageRestored', data: facts };

  it('refuses every other command until its history has been rewritten', () => {
    const left = [...anasPage, released];
    given(left).when(claim(BEN)).thenRefuses('PAGE_SEALED');
    given(left)
      .when(update(admin, { displayName: 'x' }))
      .thenRefuses('PAGE_SEALED');
    given(left)
      .when(administer(admin, { displayName: 'x' }))
      .thenRefuses('PAGE_SEALED');
    given(left).when(remove(admin)).thenRefuses('PAGE_SEALED');
    // A stranger gets the same answer as for any page.
    given(left)
      .when(update(ben, { displayName: 'x' }))
      .thenRefuses('PAGE_NOT_FOUND');
    given([restored])
      .when(claim(BEN))
      .then([claimed(BEN)]);
  });

  it('keeps its state when its history is restarted', () => {
    const { ownerId: _, claimedAt: __, ...page } = facts;
    expect(fold([restored])).toEqual({
      ...page,
      named: false,
      card: NEW_CARD,
      handover: null,
      status: 'unowned',
      sealed: false,
    });
    const owned: PageEvent = {
      type: 'PageRestored',
      data: { ...facts, ownerId: BEN, claimedAt: AT, state: 'DEACTIVATED', tenure: 2 },
    };
    expect(fold([owned])).toMatchObject({ ownerId: BEN, claimedAt: AT, state: 'DEACTIVATED', tenure: 2 });
  });
});

describe('DeletePage', () => {
  it('requires an administrator, and works once', () => {
    given(anasPage).when(remove(admin)).then([deleted]);
    given(anasPage).when(remove(ana)).thenRefuses('FORBIDDEN');
    given([...anasPage, deleted])
      .when(remove(admin))
      .thenRefuses('PAGE_NOT_FOUND');
    given([]).when(remove(admin)).thenRefuses('PAGE_NOT_FOUND');
  });

  it('leaves nothing to be changed, claimed or created again before it is cleared', () => {
    const gone = [...anasPage, deleted];
    given(gone).when(claim(BEN)).thenRefuses('PAGE_NOT_FOUND');
    given(gone)
      .when(update(admin, { displayName: 'x' }))
      .thenRefuses('PAGE_NOT_FOUND');
    given(gone)
      .when(administer(admin, { displayName: 'x' }))
      .thenRefuses('PAGE_NOT_FOUND');
    given(gone).when(create()).thenRefuses('CONFLICT');
  });
});

describe('broken stream', () => {
  it('is rejected', () => {
    expect(() => fold([claimed(ANA)])).toThrow('PageClaimed before PageCreated');
    expect(() => fold([...anasPage, stateChanged('UNCLAIMED')])).toThrow('UNCLAIMED');
  });
});
