import { describe, expect, it } from 'vitest';
import { samplePage } from '../../testing/samples.ts';
import { missingParts } from './missing-parts.ts';
import type { PageCardFragment } from './page-card.generated.ts';
import { arranged } from './page-order.ts';
import { weekOfAll } from './week-figures.tsx';

const week = samplePage().week;
const page = (id: string, displayName: string, changes: object = {}): PageCardFragment =>
  samplePage({ id, displayName, ...changes });
const ids = (pages: readonly PageCardFragment[]) => pages.map(({ id }) => id);

const pages = [
  page('new', 'Étoile', { week: { ...week, views: 1, calls: 9 } }),
  page('mid', 'Azur', { week: null }),
  page('old', '', { week: { ...week, views: 8, calls: 3 } }),
];

describe('the order of the list', () => {
  it.each([
    ['newest', ['new', 'mid', 'old']],
    // A page without a display name stands under the driver's name, here “Camille Démo”.
    ['name', ['mid', 'old', 'new']],
    ['views', ['old', 'new', 'mid']],
    ['calls', ['new', 'old', 'mid']],
  ] as const)('by %s', (order, expected) => {
    expect(ids(arranged(pages, '', order))).toEqual(expected);
  });

  it('by name follows the numbers in it', () => {
    const fleet = ['Van 10', 'Van 9', 'Van 1'].map((name) => page(name, name));
    expect(ids(arranged(fleet, '', 'name'))).toEqual(['Van 1', 'Van 9', 'Van 10']);
  });

  it.each([
    ['coeur', 'Cœur de Lyon'],
    ['CŒUR', 'Coeur de Lyon'],
  ])('a search for %s finds %s', (search, name) => {
    expect(ids(arranged([page('lyon', name), page('nice', 'Nice')], search, 'newest'))).toEqual(['lyon']);
  });

  it.each([
    ['etoile', ['new']],
    ['AZ', ['mid']],
    ['camille', ['new', 'mid', 'old']],
    ['old', ['old']],
    ['https://volant.example/d/OLD?s=qr', ['old']],
    ['volant.example/d/old, volant.example/d/new', ['new', 'old']],
    ['demo camille etoile', ['new']],
    ['nothing', []],
  ])('a search for %s ignores case and accents, and takes the address of a card for its id', (search, expected) => {
    expect(ids(arranged(pages, search, 'newest'))).toEqual(expected);
  });
});

describe('the total of all pages', () => {
  it('adds up figures and days', () => {
    const total = weekOfAll([page('a', 'A'), page('b', 'B')]);
    expect(total).toMatchObject({ views: 10, calls: 4, viewsBefore: 6, callsBefore: 8 });
    expect(total?.viewsByDay.slice(0, 5)).toEqual([0, 0, 2, 0, 4]);
  });

  it('is left out if one page could not be counted', () => {
    expect(weekOfAll(pages)).toBeUndefined();
  });
});

describe('the missing parts of a page', () => {
  const { profile } = samplePage();
  it.each([
    ['a claimed card', { profile: { ...profile, name: '', phone: '' } }, ['name', 'photo', 'number']],
    ['a page without a photo', {}, ['photo']],
    ['a page with WhatsApp alone', { avatar: '/a.webp', profile: { ...profile, phone: '', whatsapp: '+336' } }, []],
    ['a paused page', { state: 'INACTIVE', profile: { ...profile, name: '' } }, []],
  ])('%s', (_, changes, expected) => {
    expect(missingParts(page('x', 'X', changes))).toEqual(expected);
  });
});
