import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { describe, expect, it } from 'vitest';
import { NEW_CARD, type OwnedPage } from '../page/domain/page.ts';
import { differences } from './differences.ts';

const item = { id: 'a', name: 'Tarif', value: '50 €', icon: '', color: '' };
const other = { ...item, id: 'b', name: 'Gare', value: '20 €' };
const page: OwnedPage = {
  status: 'owned',
  state: 'ACTIVE',
  uid: 'u1',
  publicId: 'Taxi75',
  previousIds: [],
  origin: 'driver',
  ownerId: 'ana',
  displayName: 'Berline',
  named: true,
  profile: { ...EMPTY_PROFILE, name: 'Ana', whatsapp: '+33611111111', customFields: [item, other] },
  avatar: null,
  indexable: false,
  tenure: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  claimedAt: '2026-11-20T10:00:00.000Z',
  card: NEW_CARD,
  handover: null,
  sealed: false,
};
const withProfile = (changes: Partial<OwnedPage['profile']>): OwnedPage => ({
  ...page,
  profile: { ...page.profile, ...changes },
});

describe('differences', () => {
  it('name the fields with their values on both sides', () => {
    const changed = {
      ...withProfile({ whatsapp: '+33622222222', bio: 'Bonjour', rideRequests: true }),
      indexable: true,
    };
    expect(differences(page, changed)).toEqual([
      { field: 'indexable', before: false, after: true },
      { field: 'bio', before: null, after: 'Bonjour' },
      { field: 'whatsapp', before: '+33611111111', after: '+33622222222' },
      { field: 'rideRequests', before: false, after: true },
    ]);
    expect(differences(page, page)).toEqual([]);
  });

  it('leave out fields that changed only in blanks', () => {
    const before = withProfile({ bio: 'Chauffeur  privé\nà Lyon', phone: '+33612345678' });
    const edited = (changes: Partial<OwnedPage['profile']>) => ({
      ...before,
      profile: { ...before.profile, ...changes },
    });
    const customFields = [{ ...item, value: '50\u00a0€' }, other];
    const phone = '+33 6 12 34 56 78';
    expect(differences(before, edited({ bio: 'Chauffeur privé\nà Lyon', phone, customFields }))).toEqual([]);
    const lined = differences(before, edited({ bio: 'Chauffeur privé à Lyon' }));
    expect(lined.map(({ field }) => field)).toEqual(['bio']);
  });

  it('tell an added, a changed, a redrawn and a removed item apart, and another order', () => {
    const of = (customFields: OwnedPage['profile']['customFields']) => differences(page, withProfile({ customFields }));
    const change = (before: object | null, after: object | null) => [{ field: 'customFields', before, after }];
    const [tarif, gare] = [
      { name: 'Tarif', value: '50 €' },
      { name: 'Gare', value: '20 €' },
    ];
    expect(of([item])).toEqual(change(gare, null));
    expect(of([item, other, { ...other, id: 'c' }])).toEqual(change(null, gare));
    expect(of([{ ...item, value: '60 €' }, other])).toEqual(change(tarif, { ...tarif, value: '60 €' }));
    expect(of([{ ...item, color: '#22C55E' }, other])).toEqual(change(tarif, tarif));
    expect(of([other, item])).toEqual([{ field: 'itemOrder', before: null, after: null }]);
  });

  it('list everything filled in of a first version, without the note on its card', () => {
    const first = differences(undefined, { ...page, named: false, displayName: 'Salon 12' });
    expect(first.map(({ field }) => field)).toEqual(['name', 'whatsapp', 'customFields', 'customFields']);
  });
});
